-- How lenses are set up in a Neovim that asks for them itself (`vim.lsp.codelens.enable`): the function is put in here,
-- so that it is the same in every version. Prints lines of JSON: whether it was told to, for this buffer; how often
-- lenses were asked for nevertheless; what stands behind the first line instead of a lens.
-- Environment: BREVIATE_TEST_FILE, a long Markdown file; BREVIATE_TEST_SCRIPTS, the folder of this script.

local steps = dofile(vim.env.BREVIATE_TEST_SCRIPTS .. "/steps.lua")

steps.run(function()
	local calls, refreshed = {}, 0
	vim.lsp.codelens.enable = function(enabled, filter)
		table.insert(calls, { enabled, filter })
	end
	vim.lsp.codelens.on_codelens = function()
		refreshed = refreshed + 1
	end
	vim.lsp.enable("breviate")
	vim.cmd.edit(vim.env.BREVIATE_TEST_FILE)
	local buffer = vim.api.nvim_get_current_buf()
	local price = steps.wait("the price", function()
		local namespace = vim.api.nvim_get_namespaces()["breviate.price"]
		return namespace and vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })[1]
	end)
	steps.emit("enabled", { #calls, calls[1][1], calls[1][2].bufnr == buffer })
	steps.emit("refreshed", refreshed)
	steps.emit("price", { row = price[2], text = price[4].virt_text[1][1] })
	vim.diagnostic.config({ virtual_text = true })
	vim.api.nvim_exec_autocmds("DiagnosticChanged", { buffer = buffer, data = { diagnostics = {} } })
	local namespace = vim.api.nvim_get_namespaces()["breviate.price"]
	steps.emit("in words", #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {}))
end)
