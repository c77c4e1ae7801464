-- Code lenses. Some Neovims ask for them by themselves once they are enabled, others when they are told to; the
-- version does not tell which, since among those that call themselves 0.12 there are both.

local options = require("breviate.options")
local server = require("breviate.server")

local M = {}

---What is under way for a buffer with lenses: nothing, a request, or a request after which another is due.
---@type table<integer, "idle"|"asking"|"again">
local shown = {}

---@return boolean
local function asks_itself()
	return vim.lsp.codelens.enable ~= nil
end

---Whether the first line of a buffer has a lens behind it.
---@param buffer integer
---@return boolean
function M.stands_behind_lines(buffer)
	return shown[buffer] ~= nil and not asks_itself()
end

---@param buffer integer
function M.show(buffer)
	if options.read().lenses == false then
		return
	end
	shown[buffer] = shown[buffer] or "idle"
	if asks_itself() then
		vim.lsp.codelens.enable(true, { bufnr = buffer })
	else
		M.refresh(buffer)
	end
end

---@param buffer integer
function M.refresh(buffer)
	local client = server.client(buffer)
	if not M.stands_behind_lines(buffer) or not client or not vim.api.nvim_buf_is_loaded(buffer) then
		return
	end
	if shown[buffer] ~= "idle" then
		shown[buffer] = "again"
		return
	end
	shown[buffer] = "asking"
	local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
	local sent = client:request("textDocument/codeLens", params, function(err, result, context)
		local again = shown[buffer] == "again"
		if not shown[buffer] then
			return
		end
		shown[buffer] = "idle"
		-- No lenses may come as a null, of which Neovim 0.11 knows nothing.
		if type(result) == "table" and vim.api.nvim_buf_is_loaded(buffer) then
			vim.lsp.codelens.on_codelens(err, result, context)
		end
		if again then
			M.refresh(buffer)
		end
	end, buffer)
	if not sent then
		shown[buffer] = "idle"
	end
end

---@param buffer integer
function M.forget(buffer)
	shown[buffer] = nil
end

return M
