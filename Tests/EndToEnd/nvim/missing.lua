-- Neovim where there is no server: two texts are opened, and a command is given.
-- Environment: BREVIATE_TEST_FILE, a Markdown file; BREVIATE_TEST_SCRIPTS, the folder of this script.

local steps = dofile(vim.env.BREVIATE_TEST_SCRIPTS .. "/steps.lua")

steps.run(function()
	local said = steps.messages()
	vim.lsp.config("breviate", { cmd = { "breviate-that-is-not-there", "lsp" } })
	vim.lsp.enable("breviate")
	vim.cmd.edit(vim.env.BREVIATE_TEST_FILE)
	vim.cmd.edit(vim.env.BREVIATE_TEST_FILE .. ".other.md")
	steps.wait("a message", function()
		return #said > 0
	end)
	steps.emit("opened", said)
	said = steps.messages()
	vim.cmd("Breviate summarise")
	steps.emit("asked", said)
	vim.cmd("checkhealth breviate")
	steps.emit("health", vim.api.nvim_buf_get_lines(0, 0, -1, true))
end)
