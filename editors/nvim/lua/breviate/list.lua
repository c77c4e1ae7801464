-- The notes as a location list: one entry for each passage.

local position = require("breviate.position")
local report = require("breviate.report")
local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---@param client vim.lsp.Client
---@param buffer integer
---@param range? lsp.Range
---@param window integer
function M.start(client, buffer, range, window)
	request.notes(client, buffer, { range = range }, function(document)
		if not document or not report.has_notes(document) then
			say.info("there are no notes yet (:Breviate summarise)")
			return
		end
		if not vim.api.nvim_win_is_valid(window) or not vim.api.nvim_buf_is_loaded(buffer) then
			return
		end
		local items = {}
		for _, passage in ipairs(document.passages) do
			local note = passage.note
			local first = note and note.sentences[1]
			local words = note and (first and first.text or note.headline or note.text) or passage.state
			local place = first and first.range and first.range.start or passage.range.start
			table.insert(items, {
				bufnr = buffer,
				lnum = place.line + 1,
				col = position.column(client, buffer, place) + 1,
				text = ("%s: %s"):format(report.title(passage), (words:gsub("%s+", " "))),
				type = passage.state == "failed" and "E" or passage.state == "stale" and "W" or "",
			})
		end
		local title = "Notes on " .. vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
		vim.fn.setloclist(window, {}, " ", { title = title, items = items })
		vim.api.nvim_win_call(window, vim.cmd.lopen)
	end)
end

return M
