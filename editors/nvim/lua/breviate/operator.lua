-- Notes on what a motion or text object covers.

local M = {}

---@param kind "line"|"char"|"block"
function M.summarise(kind)
	local buffer = vim.api.nvim_get_current_buf()
	local from, to = vim.api.nvim_buf_get_mark(buffer, "["), vim.api.nvim_buf_get_mark(buffer, "]")
	require("breviate.server").with_client(buffer, function(client)
		local position, selection = require("breviate.position"), require("breviate.selection")
		local range = selection.lines(client, buffer, from[1], to[1])
		if kind == "char" then
			range.start = position.to_protocol(client, buffer, from[1] - 1, from[2])
			range["end"] = selection.after(client, buffer, to[1], to[2])
		end
		require("breviate.summarise").start(client, buffer, range)
	end)
end

return M
