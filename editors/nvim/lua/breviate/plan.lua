-- What notes would take, in one line.

local report = require("breviate.report")
local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param range? lsp.Range
function M.start(client, buffer, range)
	request.command(client, buffer, "plan", { range = range }, function(answer)
		local document = answer.documents and answer.documents[1]
		local plan = document and document.plan
		if not plan then
			say.info("there is nothing to take notes on")
			return
		end
		local about = plan.tokens.exact and "" or "about "
		local tokens = report.counted(plan.tokens.value, "token", "tokens")
		local said = { ("%s: %s%s"):format(report.counted(plan.passes, "pass", "passes"), about, tokens) }
		if plan.combinePasses > 0 and document.model.backend ~= "none" then
			table.insert(said, ("and %s to combine the notes"):format(report.counted(plan.combinePasses, "pass", "passes")))
		end
		if plan.estimatedSeconds then
			table.insert(said, ("about %d s"):format(plan.estimatedSeconds))
		end
		say.info(("%s (%s)"):format(table.concat(said, ", "), report.model_words(document)))
	end)
end

return M
