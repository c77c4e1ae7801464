-- Showing notes that are there, of the whole buffer or of a part.

local report = require("breviate.report")
local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param range? lsp.Range
---@param passage? string the id of the one to go to
function M.start(client, buffer, range, passage)
	local window = vim.fn.win_findbuf(buffer)[1]
	request.notes(client, buffer, { range = range }, function(document)
		if report.has_notes(document) then
			local views = require("breviate.views")
			views.open(buffer, { document = document, range = range, window = window, passage = passage, shown = true })
		else
			say.info("there are no notes " .. (range and "on these lines" or "yet") .. " (:Breviate summarise)")
		end
	end)
end

---As a lens has it: the notes, at one passage.
---@param command lsp.Command
---@param context lsp.HandlerContext
function M.from_command(command, context)
	local client = vim.lsp.get_client_by_id(context.client_id)
	local argument = (command.arguments or {})[1]
	if client and type(argument) == "table" then
		M.start(client, vim.uri_to_bufnr(argument.uri), nil, request.plain(argument.passage))
	end
end

return M
