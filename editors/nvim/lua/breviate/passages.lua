-- The passages that stand somewhere in a text, whichever run they are of.

local changes = require("breviate.changes")
local report = require("breviate.report")
local request = require("breviate.request")

local M = {}

---Calls back with the report of the newest run that has passages in a range, restricted to those; nil without one.
---@param client vim.lsp.Client
---@param buffer integer
---@param range lsp.Range
---@param callback fun(document?: breviate.Document)
function M.at(client, buffer, range, callback)
	local runs = vim.list_slice(changes.runs(buffer))
	local function try(run)
		request.notes(client, buffer, { range = range, run = run }, function(document)
			if report.has_notes(document) then
				callback(document)
			elseif #runs > 0 then
				try(table.remove(runs, 1))
			else
				callback(nil)
			end
		end)
	end
	try(nil)
end

return M
