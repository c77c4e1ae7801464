-- How lenses are set up in a Neovim that asks for them itself (`vim.lsp.codelens.enable`): the function is put in here,
-- so that it is the same in every version. Prints lines of JSON: whether it was told to, for this buffer; how often
-- lenses were refreshed and how many autocommands stand by to do so.
-- Environment: BREVIATE_TEST_FILE, a long Markdown file.

local calls, refreshed = {}, 0
vim.lsp.codelens.enable = function(enabled, filter)
  table.insert(calls, { enabled, filter })
end
vim.lsp.codelens.refresh = function()
  refreshed = refreshed + 1
end

local function emit(step, seen)
  io.stdout:write(vim.json.encode({ step = step, seen = seen }), '\n')
end

vim.lsp.enable('breviate')
vim.cmd.edit(vim.env.BREVIATE_TEST_FILE)
local buffer = vim.api.nvim_get_current_buf()
local shown = vim.wait(20000, function()
  return #calls > 0 and vim.diagnostic.get(buffer)[1]
end, 10)
if not shown or #calls ~= 1 then
  io.stderr:write('waited in vain: ', vim.inspect(calls), '\n')
  vim.cmd.cquit({ count = 1, bang = true })
end
emit('enabled', { calls[1][1], calls[1][2].bufnr == buffer })
emit('refreshed', refreshed)
local ok, commands = pcall(vim.api.nvim_get_autocmds, { group = 'breviate.' .. buffer })
emit('commands', ok and #commands or 0)
vim.cmd('qall!')
