-- What happens in a buffer once it is attached. In prose all of it at once; code and commit messages are left in
-- peace until Breviate is asked for something there.

local M = {}

---Languages in which a long text is worth a word unasked. Of other files none is said: most source is long.
local prose = {}
-- stylua: ignore
for _, filetype in ipairs({
	"text", "markdown", "rst", "asciidoc", "asciidoctor", "tex", "plaintex", "org", "mail", "help", "typst", "quarto", "rmd",
	"",
}) do
	prose[filetype] = true
end

---@type table<integer, boolean>
local awake = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param shown boolean
local function show_diagnostics(client, buffer, shown)
	for _, is_pull in ipairs({ false, true }) do
		local namespace = vim.lsp.diagnostic.get_namespace(client.id, is_pull)
		vim.diagnostic.enable(shown, { bufnr = buffer, ns_id = namespace })
	end
end

---A buffer in which Breviate kept quiet shows from now on what it has to show.
---@param client vim.lsp.Client
---@param buffer integer
function M.wake(client, buffer)
	if awake[buffer] then
		return
	end
	awake[buffer] = true
	show_diagnostics(client, buffer, true)
	if vim.bo[buffer].filetype ~= "gitcommit" then
		require("breviate.lens").show(buffer)
	end
	require("breviate.price").show(buffer)
end

---@param buffer integer
local function forget(buffer)
	awake[buffer] = nil
	require("breviate.changes").forget(buffer)
	require("breviate.lens").forget(buffer)
	require("breviate.status").forget(buffer)
	require("breviate.views").source_gone(buffer)
end

---@param client vim.lsp.Client
---@param buffer integer
function M.attached(client, buffer)
	local group = vim.api.nvim_create_augroup("breviate." .. buffer, {})
	vim.api.nvim_create_autocmd({ "BufUnload", "BufDelete", "BufWipeout" }, {
		group = group,
		buffer = buffer,
		callback = function()
			vim.api.nvim_clear_autocmds({ group = group })
			forget(buffer)
		end,
	})
	vim.api.nvim_create_autocmd("BufEnter", {
		group = group,
		buffer = buffer,
		callback = function()
			if not client:is_stopped() then
				client:notify("breviate/didFocus", { uri = vim.uri_from_bufnr(buffer) })
			end
		end,
	})
	vim.api.nvim_create_autocmd("DiagnosticChanged", {
		group = group,
		buffer = buffer,
		callback = function()
			if awake[buffer] then
				-- The price is known when its diagnostic is.
				require("breviate.lens").refresh(buffer)
				require("breviate.price").show(buffer)
			end
		end,
	})
	awake[buffer] = nil
	if prose[vim.bo[buffer].filetype] then
		M.wake(client, buffer)
	else
		show_diagnostics(client, buffer, false)
	end
	require("breviate.server").attached(client, buffer)
end

return M
