-- Positions of the protocol and of Neovim. The encoding is the client's; mostly both count bytes.

local M = {}

---@param buffer integer
---@param row integer from zero
---@return string
local function line_at(buffer, row)
	return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ""
end

---A byte column of a row, from zero, as a position of the protocol.
---@param client vim.lsp.Client
---@param buffer integer
---@param row integer
---@param column integer
---@return lsp.Position
function M.to_protocol(client, buffer, row, column)
	local line = line_at(buffer, row)
	local encoding = client.offset_encoding
	return { line = row, character = vim.str_utfindex(line, encoding, math.min(column, #line), false) }
end

---The byte column, from zero, of a position of the protocol.
---@param client vim.lsp.Client
---@param buffer integer
---@param position lsp.Position
---@return integer
function M.column(client, buffer, position)
	return vim.str_byteindex(line_at(buffer, position.line), client.offset_encoding, position.character, false)
end

---Where the cursor stands in a window, as an empty range.
---@param client vim.lsp.Client
---@param window integer
---@return lsp.Range
function M.cursor(client, window)
	local cursor = vim.api.nvim_win_get_cursor(window)
	local position = M.to_protocol(client, vim.api.nvim_win_get_buf(window), cursor[1] - 1, cursor[2])
	return { start = position, ["end"] = position }
end

return M
