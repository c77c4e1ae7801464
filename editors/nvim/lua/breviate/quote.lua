-- A note as lines that may stand in a text of some language: a quotation in prose, a comment in code.

local M = {}

---Where nobody says otherwise, lines are this wide.
local usual_width = 80

---@param text string
---@param width integer
---@return string[]
local function wrapped(text, width)
	local lines = {}
	for paragraph in vim.gsplit(text, "\n") do
		local line = ""
		for word in paragraph:gmatch("%S+") do
			if line ~= "" and vim.fn.strdisplaywidth(line .. " " .. word) > width then
				table.insert(lines, line)
				line = word
			else
				line = line == "" and word or line .. " " .. word
			end
		end
		table.insert(lines, line)
	end
	return lines
end

---@class breviate.QuoteStyle
---@field before string what each line begins with
---@field after? string what each line ends with
---@field opening? string[]
---@field closing? string[]
---@field prose? boolean whether a blank line follows

local quotes = {
	markdown = { before = "> ", prose = true },
	quarto = { before = "> ", prose = true },
	rmd = { before = "> ", prose = true },
	org = { before = "", opening = { "#+begin_quote" }, closing = { "#+end_quote" }, prose = true },
	asciidoc = { before = "", opening = { "[quote]", "____" }, closing = { "____" }, prose = true },
	rst = { before = "   ", prose = true },
	text = { before = "> ", prose = true },
	mail = { before = "> ", prose = true },
	-- A comment in a commit message would be thrown away.
	gitcommit = { before = "", prose = true },
}
quotes.asciidoctor = quotes.asciidoc

---@param buffer integer
---@return breviate.QuoteStyle
function M.style(buffer)
	local quote = quotes[vim.bo[buffer].filetype]
	if quote then
		return quote
	end
	local before, after = vim.bo[buffer].commentstring:match("^(.-)%%s(.-)$")
	if not before then
		return quotes.text
	end
	before, after = vim.trim(before), vim.trim(after)
	return { before = before .. " ", after = after ~= "" and " " .. after or nil }
end

---@param buffer integer
---@param text string
---@param indent string
---@return string[]
function M.lines(buffer, text, indent)
	local style = M.style(buffer)
	if style.after then
		-- What ends the comment must not stand in it.
		local ending = vim.trim(style.after)
		text = text:gsub(vim.pesc(ending), ending:sub(1, 1) .. " " .. ending:sub(2):gsub("%%", "%%%%"))
	end
	local width = vim.bo[buffer].textwidth > 0 and vim.bo[buffer].textwidth or usual_width
	width = math.max(20, width - #style.before - #(style.after or "") - vim.fn.strdisplaywidth(indent))
	local lines = {}
	vim.list_extend(lines, style.opening or {})
	for _, line in ipairs(wrapped(text, width)) do
		table.insert(lines, style.before .. line .. (style.after or ""))
	end
	vim.list_extend(lines, style.closing or {})
	for index, line in ipairs(lines) do
		lines[index] = line == "" and "" or (indent .. line):gsub("%s+$", "")
	end
	if style.prose then
		table.insert(lines, "")
	end
	return lines
end

return M
