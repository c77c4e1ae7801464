-- A report as lines to read: pure, so that what is shown can be told apart from where.

local report = require("breviate.report")

local M = {}

---@class breviate.Mark
---@field row integer from zero
---@field group string the highlight of the whole row, or of what stands at its right
---@field right? string what stands at the right edge of the row

---@class breviate.Place
---@field passage? breviate.Passage the one that the row tells of
---@field position? lsp.Position where in the text the row leads

---@class breviate.Page
---@field lines string[]
---@field marks breviate.Mark[]
---@field places breviate.Place[] by row, from one

---How many of the specifics that a note leaves out are shown.
local ledger = 8

local words = {
	waiting = "waiting",
	running = "being written…",
	stale = "stale",
	failed = "failed",
	cancelled = "cancelled",
}

---@param text string
local function one_line(text)
	return vim.trim((text:gsub("%s+", " ")))
end

---A note's sentences with where each was found; the note's own lines where they are not all of it.
---@param note breviate.Note
---@return { text: string, position?: lsp.Position }[]
local function sentences(note)
	local found, text, at = {}, one_line(note.text), 1
	for _, sentence in ipairs(note.sentences) do
		local words = one_line(sentence.text)
		local first, last = text:find(words, at, true)
		if not first then
			break
		end
		-- What stands before a sentence is its speaker or its term, or a mark that something was left out.
		local lead = vim.trim((text:sub(at, first - 1):gsub("…", "")))
		words = lead == "" and words or lead .. " " .. words
		table.insert(found, { text = words, position = sentence.range and sentence.range.start })
		at = last + 1
	end
	if #found < #note.sentences or text:sub(at):find("%S") then
		found = {}
		for line in vim.gsplit(note.text, "\n") do
			if line:find("%S") then
				table.insert(found, { text = one_line(line) })
			end
		end
	end
	return found
end

---@param note breviate.Note
---@param state? string
local function qualities(note, state)
	local said = {}
	if note.provisional then
		table.insert(said, state == "failed" and "stands in for the model's note" or "provisional")
	end
	if note.truncatedInput then
		table.insert(said, "the model did not read all of the text")
	end
	if note.finishReason == "length" then
		table.insert(said, "cut off at the length of an answer")
	end
	if note.relaxedFilter then
		table.insert(said, "relaxed filter")
	end
	return table.concat(said, ", ")
end

---@class breviate.Writer
---@field page breviate.Page
---@field indent string
local Writer = {}
Writer.__index = Writer

---@param text string
---@param place breviate.Place
---@param group? string
function Writer:add(text, place, group)
	table.insert(self.page.lines, text)
	self.page.places[#self.page.lines] = place
	if group then
		table.insert(self.page.marks, { row = #self.page.lines - 1, group = group })
	end
end

---@param note breviate.Note
---@param place breviate.Place
---@param state? string
function Writer:note(note, place, state)
	for _, sentence in ipairs(sentences(note)) do
		local position = sentence.position or place.position
		self:add(self.indent .. sentence.text, { passage = place.passage, position = position })
	end
	if #note.omitted > 0 then
		local values = {}
		for index = 1, math.min(ledger, #note.omitted) do
			table.insert(values, one_line(note.omitted[index].value))
		end
		local more = #note.omitted > ledger and (" · %s more"):format(report.number(#note.omitted - ledger)) or ""
		self:add(self.indent .. "Also: " .. table.concat(values, " · ") .. more, place, "BreviateAlso")
	end
	for _, claim in ipairs(note.notInText) do
		self:add(self.indent .. "Not in the text: " .. one_line(claim.text), place, "BreviateDoubt")
	end
	local said = qualities(note, state)
	if said ~= "" then
		self:add(self.indent .. said, place, "BreviateAside")
	end
end

---@param passage breviate.Passage
---@param number string empty for one that stands alone
---@param right string
function Writer:passage(passage, number, right)
	local place = { passage = passage, position = passage.range.start }
	local state = words[passage.state]
	if number ~= "" then
		self:add(" " .. number .. report.title(passage), place, "BreviateTitle")
		table.insert(self.page.marks, {
			row = #self.page.lines - 1,
			group = passage.state == "stale" and "BreviateStale" or "BreviateLines",
			right = right .. (state and " · " .. state or ""),
		})
	elseif state then
		-- Of one passage alone the frame says which it is.
		self:add(self.indent .. state, place, passage.state == "stale" and "BreviateStale" or "BreviateAside")
	end
	if passage.note then
		self:note(passage.note, place, passage.state)
	end
	if passage.failure then
		local failure = passage.failure
		self:add(self.indent .. one_line(failure.title .. ": " .. failure.detail), place, "BreviateFailure")
		local keys = (failure.retry and "r retries" or "")
			.. (failure.retry and failure.relax and " · " or "")
			.. (failure.relax and "R retries with the model's filter relaxed" or "")
		if keys ~= "" then
			self:add(self.indent .. keys, place, "BreviateAside")
		end
	end
end

---@param document breviate.Document
---@param line_words fun(range: lsp.Range): string
---@return breviate.Page
function M.page(document, line_words)
	local digits = #tostring(#document.passages > 0 and document.passages[#document.passages].number or 1)
	local alone = #document.passages == 1
	local indent = alone and " " or (" "):rep(digits + 3)
	local writer = setmetatable({ page = { lines = {}, marks = {}, places = {} }, indent = indent }, Writer)
	if document.summary then
		local first = document.passages[1]
		local place = { position = first and first.range.start }
		writer:add(" Summary", place, "BreviateTitle")
		writer:note(document.summary, place)
		writer:add("", place)
	end
	for index, passage in ipairs(document.passages) do
		if index > 1 and (passage.note or document.passages[index - 1].note) then
			writer:add("", { passage = document.passages[index - 1] })
		end
		local number = alone and "" or ("%" .. digits .. "d  "):format(passage.number)
		writer:passage(passage, number, line_words(passage.range))
	end
	return writer.page
end

---"3 of 15 notes", "15 notes, 2 stale".
---@param document breviate.Document
---@return string
function M.state(document)
	local count = report.count(document)
	local settled = count.all - count.waiting - count.running
	if settled < count.all then
		return ("%s of %s"):format(report.number(settled), report.counted(count.all, "note", "notes"))
	end
	local said = { report.counted(count.all, "note", "notes") }
	for _, state in ipairs({ "stale", "failed", "cancelled" }) do
		if count[state] > 0 then
			table.insert(said, ("%s %s"):format(report.number(count[state]), state))
		end
	end
	return table.concat(said, ", ")
end

return M
