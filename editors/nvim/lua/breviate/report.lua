-- What the server says of a document (the report of protocol-notes.md), and small questions about it.

---@class breviate.Sentence
---@field text string
---@field range? lsp.Range

---@class breviate.Omission
---@field value string
---@field range lsp.Range

---@class breviate.Note
---@field text string
---@field headline? string
---@field sentences breviate.Sentence[]
---@field omitted breviate.Omission[]
---@field notInText { text: string }[]
---@field model string
---@field provisional boolean
---@field finishReason? string
---@field truncatedInput boolean
---@field relaxedFilter boolean

---@class breviate.Failure
---@field title string
---@field detail string
---@field retry boolean
---@field relax boolean

---@class breviate.Passage
---@field id string
---@field number integer
---@field title? string
---@field range lsp.Range
---@field state "waiting"|"running"|"fresh"|"stale"|"failed"|"cancelled"
---@field note? breviate.Note
---@field failure? breviate.Failure

---@class breviate.Plan
---@field tokens { value: integer, exact: boolean }
---@field passes integer
---@field combinePasses integer
---@field estimatedSeconds? integer

---@class breviate.Document
---@field version? integer
---@field model { id: string, backend: string }
---@field plan? breviate.Plan
---@field passages breviate.Passage[]
---@field summary? breviate.Note

local M = {}

---How many passages there are in each state, and in all.
---@param document breviate.Document
---@return table<string, integer>
function M.count(document)
	local count = { all = #document.passages, waiting = 0, running = 0, fresh = 0, stale = 0, failed = 0, cancelled = 0 }
	for _, passage in ipairs(document.passages) do
		count[passage.state] = count[passage.state] + 1
	end
	return count
end

---Whether notes were ever begun: a plan's passages all wait and have no name that a command knows.
---@param document? breviate.Document
---@return boolean
function M.has_notes(document)
	local first = document and document.passages[1]
	return first ~= nil and not vim.startswith(first.id, "plan-")
end

---Whether a report's positions are those of the text as it is now, not as it was when it was written.
---@param document? breviate.Document
---@param buffer integer
---@return boolean
function M.is_current(document, buffer)
	return document ~= nil and document.version == vim.lsp.util.buf_versions[buffer]
end

---@param document breviate.Document
---@return string
function M.model_words(document)
	return document.model.backend == "none" and "built-in note taker" or document.model.id
end

---@param passage breviate.Passage
---@return string
function M.title(passage)
	local title = passage.title or passage.note and passage.note.headline
	return title and vim.trim((title:gsub("%s+", " "))) or ("Passage %d"):format(passage.number)
end

---A number as people write it: 13,841.
---@param value integer
---@return string
function M.number(value)
	local text, found = tostring(value), 1
	while found > 0 do
		text, found = text:gsub("^(%d+)(%d%d%d)", "%1,%2")
	end
	return text
end

---@param count integer
---@param one string
---@param many string
---@return string
function M.counted(count, one, many)
	return M.number(count) .. " " .. (count == 1 and one or many)
end

---The lines of a passage as editors count them. White space behind its last sentence may reach to where the next
---passage begins: a range that ends at the beginning of a line does not touch that line.
---@param range lsp.Range
---@return integer first
---@return integer last
function M.lines(range)
	local last = range["end"].line + (range["end"].character > 0 and 1 or 0)
	return range.start.line + 1, math.max(last, range.start.line + 1)
end

return M
