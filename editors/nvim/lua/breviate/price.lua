-- What a long text takes, behind its first line, where nothing else shows it: Neovim shows the words of a diagnostic
-- only when it is told to, and a lens may stand there already.

local M = {}

local namespace = vim.api.nvim_create_namespace("breviate.price")

---Whether the person has diagnostics shown in words.
---@return boolean
local function diagnostics_are_words()
	local config = vim.diagnostic.config() or {}
	local text = config.virtual_text
	return text == true or type(text) == "table" and not text.current_line or (config.virtual_lines or false) ~= false
end

---The diagnostic that says what a text takes, if it is long.
---@param buffer integer
---@return vim.Diagnostic?
function M.of(buffer)
	for _, diagnostic in ipairs(vim.diagnostic.get(buffer)) do
		if diagnostic.source == "breviate" and diagnostic.code == "too-long" then
			return diagnostic
		end
	end
end

---@param buffer integer
function M.show(buffer)
	vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
	local wanted = require("breviate.options").read().price ~= false
	if not wanted or diagnostics_are_words() or require("breviate.lens").stands_behind_lines(buffer) then
		return
	end
	local diagnostic = M.of(buffer)
	if diagnostic and diagnostic.lnum < vim.api.nvim_buf_line_count(buffer) then
		require("breviate.highlights").define()
		vim.api.nvim_buf_set_extmark(buffer, namespace, diagnostic.lnum, 0, {
			-- What stands in brackets names the model and its window: the diagnostic itself has it.
			virt_text = { { diagnostic.message:match("^(.-)[%s,]*%(") or diagnostic.message, "BreviatePrice" } },
			hl_mode = "combine",
		})
	end
end

return M
