-- The range that a command was given, in the protocol's terms.

local position = require("breviate.position")

local M = {}

---Whether `:'<,'>` was typed over a selection of characters: then its columns are meant too.
---@param first integer
---@param last integer
local function is_of_characters(first, last)
	return vim.fn.visualmode() == "v" and vim.fn.line("'<") == first and vim.fn.line("'>") == last
end

---@param client vim.lsp.Client
---@param buffer integer
---@param first integer line, from one
---@param last integer
---@return lsp.Range
function M.lines(client, buffer, first, last)
	local count = vim.api.nvim_buf_line_count(buffer)
	local stop = last < count and { line = last, character = 0 }
		or position.to_protocol(client, buffer, count - 1, math.huge)
	return { start = { line = first - 1, character = 0 }, ["end"] = stop }
end

---The position behind a character on which a mark stands; it may take several bytes.
---@param client vim.lsp.Client
---@param buffer integer
---@param line integer from one
---@param column integer bytes, from zero
---@return lsp.Position
function M.after(client, buffer, line, column)
	local text = vim.api.nvim_buf_get_lines(buffer, line - 1, line, false)[1] or ""
	local stop = column < #text and column + vim.str_utf_end(text, column + 1) + 1 or #text
	return position.to_protocol(client, buffer, line - 1, stop)
end

---@param client vim.lsp.Client
---@param buffer integer
---@param command { range: integer, line1: integer, line2: integer }
---@return lsp.Range?
function M.of_command(client, buffer, command)
	if command.range == 0 then
		return nil
	end
	if not is_of_characters(command.line1, command.line2) then
		return M.lines(client, buffer, command.line1, command.line2)
	end
	local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
	return {
		start = position.to_protocol(client, buffer, from[2] - 1, from[3] - 1),
		["end"] = M.after(client, buffer, to[2], to[3] - 1),
	}
end

return M
