-- A few words for the status line. Notes are asked for only for buffers whose status somebody shows.

local report = require("breviate.report")
local server = require("breviate.server")

local M = {}

---@class breviate.Status
---@field words string
---@field asking boolean
---@field again boolean

---@type table<integer, breviate.Status>
local known = {}

---@param document? breviate.Document
---@return string
local function words_on(document)
	return report.has_notes(document) and require("breviate.render").state(document) or ""
end

---@param buffer integer
function M.changed(buffer)
	local status, client = known[buffer], server.client(buffer)
	if not status or not client then
		return
	end
	if status.asking then
		status.again = true
		return
	end
	status.asking = true
	require("breviate.request").notes(client, buffer, {}, function(document)
		status.asking = false
		local words = words_on(document)
		if words ~= status.words then
			status.words = words
			vim.cmd.redrawstatus({ bang = true })
		end
		if status.again then
			status.again = false
			M.changed(buffer)
		end
	end)
end

---@param buffer? integer
---@return string
function M.words(buffer)
	buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
	if not server.client(buffer) then
		return ""
	end
	if not known[buffer] then
		known[buffer] = { words = "", asking = false, again = false }
		if #require("breviate.changes").runs(buffer) > 0 then
			M.changed(buffer)
		end
	end
	if known[buffer].words ~= "" then
		return known[buffer].words
	end
	local diagnostic = require("breviate.price").of(buffer)
	return diagnostic and diagnostic.message:match("^%d[%d,]* %a+") or ""
end

---@param buffer integer
function M.forget(buffer)
	known[buffer] = nil
end

return M
