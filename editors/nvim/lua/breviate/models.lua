-- Which model writes the notes: chosen from those that the server knows of, or named.

local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---The names that completion offers before the server has told of its models.
local names = { "auto", "none", "apple", "ollama:", "openai:" }

---@return string[]
function M.names()
	return names
end

---Puts a model in force for this session of the server.
---@param client vim.lsp.Client
---@param id string
function M.use(client, id)
	client.settings = vim.tbl_deep_extend("force", client.settings or {}, { breviate = { model = id } })
	client:notify("workspace/didChangeConfiguration", { settings = client.settings })
	say.info("the model is " .. id)
end

---@param model { id: string, displayName?: string, window?: integer, problem?: string }
---@param current? string
---@return string
local function described(model, current)
	local words = { model.displayName or model.id }
	if model.displayName and model.displayName ~= model.id then
		table.insert(words, model.id)
	end
	if model.window then
		table.insert(words, ("window %s"):format(require("breviate.report").number(model.window)))
	end
	if model.problem then
		table.insert(words, model.problem)
	end
	return (model.id == current and "● " or "  ") .. table.concat(words, " · ")
end

---@param client vim.lsp.Client
---@param buffer integer
function M.choose(client, buffer)
	local provider = client.server_capabilities.executeCommandProvider
	if not vim.list_contains(provider and provider.commands or {}, "breviate.models") then
		say.problem("this server cannot list its models; name one: :Breviate model ollama:NAME")
		return
	end
	request.command(client, buffer, "models", {}, function(answer)
		local models = answer.models or {}
		names = { "auto" }
		for _, model in ipairs(models) do
			if model.id ~= "auto" then
				table.insert(names, model.id)
			end
		end
		vim.ui.select(models, {
			prompt = "Model that writes the notes",
			format_item = function(model)
				return described(model, answer.current)
			end,
		}, function(model)
			if model then
				M.use(client, model.id)
			end
		end)
	end)
end

return M
