-- What is there from the start: a command, keys to map and an ear for the server. Everything else is loaded when used.
if vim.g.loaded_breviate or vim.fn.has("nvim-0.11") == 0 then
	return
end
vim.g.loaded_breviate = 1

vim.api.nvim_create_user_command("Breviate", function(command)
	require("breviate.command").run(command)
end, {
	nargs = "+",
	range = true,
	bang = true,
	complete = function(lead, line)
		return require("breviate.command").complete(lead, line)
	end,
	desc = "Notes on long text, passage by passage",
})

for _, name in ipairs({ "summarise", "plan", "update", "retry", "cancel", "notes", "insert" }) do
	vim.keymap.set("n", "<Plug>(breviate-" .. name .. ")", "<Cmd>Breviate " .. name .. "<CR>")
end
for _, name in ipairs({ "summarise", "plan", "notes", "insert" }) do
	vim.keymap.set("x", "<Plug>(breviate-" .. name .. ")", ":Breviate " .. name .. "<CR>", { silent = true })
end
vim.keymap.set("n", "<Plug>(breviate-operator)", function()
	vim.o.operatorfunc = "v:lua.require'breviate.operator'.summarise"
	return "g@"
end, { expr = true })

local group = vim.api.nvim_create_augroup("breviate", {})

-- Neovim passes over a program that is not there without a word. Said of the first text that Breviate is for, once.
vim.api.nvim_create_autocmd("FileType", {
	group = group,
	callback = function(event)
		return vim.lsp.is_enabled("breviate") and require("breviate.server").was_looked_for(event.match)
	end,
})

-- An autocommand rather than `on_attach`, which a person's own configuration may take.
vim.api.nvim_create_autocmd("LspAttach", {
	group = group,
	callback = function(event)
		local client = vim.lsp.get_client_by_id(event.data.client_id)
		if client and client.name == "breviate" then
			require("breviate.attach").attached(client, event.buf)
		end
	end,
})
