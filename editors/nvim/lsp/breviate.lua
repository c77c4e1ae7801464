-- Breviate for Neovim 0.11 and later. With this folder's parent on the runtime path:
--
--   vim.lsp.enable('breviate')
--
-- Settings go under init_options and are merged with what stands here:
--
--   vim.lsp.config('breviate', { init_options = { model = 'ollama:qwen3:4b', passageTokens = 1500 } })
--
-- In a buffer: `:Breviate summarise`, also with a range, then update, cancel, clearNotes, showNotes.

--- Neovim 0.12 asks for lenses itself once they are enabled, 0.11 when it is told to. Some of the versions that call
--- themselves 0.12 cannot enable them yet, so that the number does not tell.
local asks_itself = vim.lsp.codelens.enable ~= nil

local function refresh_lenses(buffer)
  if not asks_itself and vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
end

local function show_lenses(buffer)
  if asks_itself then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  -- The price is known when its diagnostic is.
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'DiagnosticChanged' }, {
    group = vim.api.nvim_create_augroup('breviate.' .. buffer, {}),
    buffer = buffer,
    callback = function()
      refresh_lenses(buffer)
    end,
  })
  refresh_lenses(buffer)
end

--- Runs `breviate.<name>` on the buffer, or on the lines of a range.
local function run(client, buffer, command)
  local argument = { uri = vim.uri_from_bufnr(buffer) }
  if command.range > 0 then
    argument.range = {
      start = { line = command.line1 - 1, character = 0 },
      ['end'] = { line = command.line2, character = 0 },
    }
  end
  local name = 'breviate.' .. command.args
  client:exec_cmd({ title = name, command = name, arguments = { argument } }, { bufnr = buffer }, function(err, result)
    -- Why nothing was begun comes as a message of the server's.
    local said = err and err.message or type(result) == 'table' and result.text
    if type(said) == 'string' then
      vim.notify(said, err and vim.log.levels.ERROR or vim.log.levels.INFO)
    end
  end)
end

---@type vim.lsp.Config
return {
  cmd = { 'breviate', 'lsp' },
  filetypes = { 'text', 'markdown', 'rst', 'asciidoc', 'tex', 'org', 'mail', 'help', 'gitcommit' },
  -- No root_markers: Breviate looks at open buffers alone, and one server serves them all.
  init_options = { didChangeNotes = true },
  handlers = {
    ['breviate/didChangeNotes'] = function(_, params)
      refresh_lenses(vim.uri_to_bufnr(params.uri))
    end,
  },
  on_attach = function(client, buffer)
    show_lenses(buffer)
    vim.api.nvim_buf_create_user_command(buffer, 'Breviate', function(command)
      run(client, buffer, command)
    end, {
      nargs = 1,
      range = true,
      complete = function()
        return { 'summarise', 'update', 'cancel', 'clearNotes', 'showNotes' }
      end,
      desc = 'Notes on this text',
    })
  end,
}
