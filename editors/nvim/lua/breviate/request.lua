-- Asking the server to run one of its commands. The answer comes when it comes: nothing here waits.

local say = require("breviate.say")

local M = {}

---A null of JSON is `vim.NIL` in some versions of Neovim and absent in others; here it is always absent. In place, and
---without the ledgers, which have none and are most of a report.
---@param value any
---@return any
function M.plain(value)
	if value == vim.NIL then
		return nil
	end
	if type(value) == "table" then
		for key, member in pairs(value) do
			if key ~= "omitted" and (member == vim.NIL or type(member) == "table") then
				value[key] = M.plain(member)
			end
		end
	end
	return value
end

---@param client vim.lsp.Client
---@param buffer integer the document that is meant
---@param name string without `breviate.`
---@param argument table<string, any>
---@param callback? fun(result: table) not called when the server refuses: that is said
function M.command(client, buffer, name, argument, callback)
	argument.uri = vim.uri_from_bufnr(buffer)
	local params = { command = "breviate." .. name, arguments = { argument } }
	local sent = client:request("workspace/executeCommand", params, function(err, result)
		result = M.plain(result)
		if err then
			say.problem(err.message)
		elseif callback and type(result) == "table" then
			callback(result)
		end
	end, buffer)
	if not sent then
		say.problem("the server has ended: reopen the buffer (:edit) to start it again")
	end
end

---The report on a buffer: of one run, or of the newest.
---@param client vim.lsp.Client
---@param buffer integer
---@param argument { run?: string, range?: lsp.Range }
---@param callback fun(document?: breviate.Document)
function M.notes(client, buffer, argument, callback)
	M.command(client, buffer, "notes", argument, function(report)
		callback(report.documents and report.documents[1])
	end)
end

return M
