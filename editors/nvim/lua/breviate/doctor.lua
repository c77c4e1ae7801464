-- What `breviate doctor` says of settings, folders and the model, in a window.

local say = require("breviate.say")
local server = require("breviate.server")

local M = {}

function M.start()
	local program = server.program()
	local problem = server.missing() or not program and "the server is started by a function: run its `doctor` yourself"
	if problem then
		say.problem(problem)
		return
	end
	vim.system({ program, "doctor" }, { text = true }, function(done)
		vim.schedule(function()
			local said = vim.trim((done.stdout or "") .. (done.stderr or ""))
			local lines = vim.split(said, "\n")
			vim.lsp.util.open_floating_preview(lines, "", {
				border = "rounded",
				focus_id = "breviate.doctor",
				title = " breviate doctor ",
				wrap = true,
			})
		end)
	end)
end

return M
