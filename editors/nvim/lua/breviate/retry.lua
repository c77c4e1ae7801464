-- Taking one passage's note again, under the relaxed filter only when that is asked for and can help.

local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param passage breviate.Passage
---@param relaxed boolean
function M.passage(client, buffer, passage, relaxed)
	if relaxed and not (passage.failure and passage.failure.relax) then
		say.info("relaxing the model's filter cannot help here")
		return
	end
	request.command(client, buffer, "retry", { passage = passage.id, relaxed = relaxed }, function(reply)
		if not reply.run and reply.reason then
			say.info(reply.reason)
		end
	end)
end

---@param client vim.lsp.Client
---@param buffer integer
---@param cursor lsp.Range
---@param relaxed boolean
function M.at(client, buffer, cursor, relaxed)
	require("breviate.passages").at(client, buffer, cursor, function(document)
		if document then
			M.passage(client, buffer, document.passages[1], relaxed)
		else
			say.info("there is no note here to take again (:Breviate summarise)")
		end
	end)
end

return M
