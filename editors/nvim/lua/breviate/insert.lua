-- Putting a note into the text, above its passage; refused when the text is no longer what the note was placed in.

local quote = require("breviate.quote")
local report = require("breviate.report")
local say = require("breviate.say")

local M = {}

---The row above which a note goes: the passage's first line or, where that is in the midst of a paragraph, the
---paragraph's.
---@param buffer integer
---@param position lsp.Position
---@return integer
local function row_above(buffer, position)
	local row = position.line
	local function has_words(at)
		return (vim.api.nvim_buf_get_lines(buffer, at, at + 1, false)[1] or ""):find("%S") ~= nil
	end
	-- A passage may begin with the white space before its first sentence.
	while row < vim.api.nvim_buf_line_count(buffer) - 1 and not has_words(row) do
		row = row + 1
	end
	if quote.style(buffer).prose then
		while row > 0 and has_words(row - 1) do
			row = row - 1
		end
	end
	return row
end

---@param buffer integer
---@param text string
---@param position lsp.Position
---@return integer line from one
local function put(buffer, text, position)
	local row = row_above(buffer, position)
	local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ""
	local style = quote.style(buffer)
	local indent = style.prose and "" or line:match("^%s*")
	vim.api.nvim_buf_set_lines(buffer, row, row, false, quote.lines(buffer, text, indent))
	return row + 1
end

---@param count integer
---@param line integer
local function inserted(count, line)
	return ("%s inserted at line %d"):format(report.counted(count, "note", "notes"), line)
end

---Why nothing can be put into a text for which there is this report.
---@param buffer integer
---@param document? breviate.Document
---@return string?
local function refusal(buffer, document)
	if not vim.api.nvim_buf_is_loaded(buffer) then
		return "the text is no longer loaded"
	elseif not vim.bo[buffer].modifiable then
		return "the text cannot be changed ('modifiable' is off)"
	elseif not report.is_current(document, buffer) then
		return "nothing was inserted: the text has moved meanwhile; try again"
	end
end

---Why a passage's note cannot be put above it.
---@param passage breviate.Passage
---@return string?
local function obstacle(passage)
	if not passage.note then
		return "there is no note here yet"
	elseif passage.state == "stale" then
		return "nothing was inserted: the passage has changed since its note (:Breviate update)"
	end
end

---Inserts a passage's note, or with no id the summary, if the report is of the text as it is now.
---@param buffer integer
---@param document breviate.Document
---@param id? string
function M.from_document(buffer, document, id)
	local refused = refusal(buffer, document)
	if refused then
		say.problem(refused)
		return
	end
	local first = document.passages[1]
	if not id and document.summary and first then
		say.info(inserted(1, put(buffer, document.summary.text, first.range.start)))
		return
	end
	for _, passage in ipairs(document.passages) do
		if passage.id == id then
			local problem = obstacle(passage)
			if problem then
				say.problem(problem)
			else
				say.info(inserted(1, put(buffer, passage.note.text, passage.range.start)))
			end
			return
		end
	end
	say.info("there is no note here")
end

---Inserts the note on the passage under the cursor, or those on a range.
---@param client vim.lsp.Client
---@param buffer integer
---@param range lsp.Range
function M.at(client, buffer, range)
	require("breviate.passages").at(client, buffer, range, function(document)
		local refused = not document and "there is no note here yet (:Breviate summarise)" or refusal(buffer, document)
		if refused then
			say.problem(refused)
			return
		end
		local rows, problem = {}, nil
		-- From the end, so that the positions of those before hold.
		for index = #document.passages, 1, -1 do
			local passage = document.passages[index]
			problem = obstacle(passage) or problem
			if not obstacle(passage) then
				if #rows > 0 then
					vim.cmd.undojoin()
				end
				table.insert(rows, put(buffer, passage.note.text, passage.range.start))
			end
		end
		if problem then
			say.problem(problem)
		elseif #rows > 0 then
			say.info(inserted(#rows, rows[#rows]))
		end
	end)
end

return M
