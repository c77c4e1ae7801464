-- Taking notes: on a buffer or a part of it, and opening the window in which they appear.

local request = require("breviate.request")

local M = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param range? lsp.Range
function M.start(client, buffer, range)
	require("breviate.attach").wake(client, buffer)
	local window = vim.fn.win_findbuf(buffer)[1]
	-- Why nothing was begun comes as a message of the server's.
	request.command(client, buffer, "summarise", { range = range }, function(reply)
		if reply.run then
			require("breviate.views").open(buffer, { run = reply.run, range = range, window = window })
		end
	end)
end

---As a lens or a code action has it.
---@param command lsp.Command
---@param context lsp.HandlerContext
function M.from_command(command, context)
	local client = vim.lsp.get_client_by_id(context.client_id)
	local argument = (command.arguments or {})[1]
	if client and type(argument) == "table" then
		M.start(client, vim.uri_to_bufnr(argument.uri), request.plain(argument.range))
	end
end

return M
