-- One window of notes: what it shows, and how it follows the notes as they change.

local changes = require("breviate.changes")
local render = require("breviate.render")
local report = require("breviate.report")
local request = require("breviate.request")
local server = require("breviate.server")

local namespace = vim.api.nvim_create_namespace("breviate.notes")

---@class breviate.View
---@field kind "float"|"split"
---@field source integer the buffer of the text
---@field buffer integer the buffer of the notes
---@field window? integer where the text was shown when the notes were asked for
---@field shown_in? integer the window of the notes
---@field run? string
---@field range? lsp.Range
---@field document? breviate.Document
---@field places breviate.Place[]
---@field private asking boolean
---@field private again boolean
local View = {}
View.__index = View

local M = {}

---@param source integer
---@param kind "float"|"split"
---@param showing breviate.Showing
---@return breviate.View
function M.new(source, kind, showing)
	require("breviate.highlights").define()
	local buffer = vim.api.nvim_create_buf(false, true)
	local view = setmetatable({
		kind = kind,
		source = source,
		buffer = buffer,
		window = showing.window,
		places = {},
		asking = false,
		again = false,
	}, View)
	vim.bo[buffer].bufhidden = "wipe"
	vim.bo[buffer].filetype = "breviate"
	vim.bo[buffer].modifiable = false
	-- A name of its own tells it from other windows; if another buffer has that, none is needed.
	pcall(vim.api.nvim_buf_set_name, buffer, ("[Notes] %s"):format(view:source_name()))
	view.range = showing.range
	view.shown_in = require("breviate.window").open(view)
	require("breviate.keys").map(view)
	vim.api.nvim_create_autocmd("BufWipeout", {
		buffer = buffer,
		once = true,
		callback = function()
			require("breviate.views").closed(view)
		end,
	})
	view:turn_to(showing)
	return view
end

---@return string
function View:source_name()
	local name = vim.fs.basename(vim.api.nvim_buf_get_name(self.source))
	return name ~= "" and name or "[No Name]"
end

---@return boolean
function View:is_shown()
	return self.shown_in ~= nil and vim.api.nvim_win_is_valid(self.shown_in) and vim.api.nvim_buf_is_valid(self.buffer)
end

---Shows something else, or the same anew.
---@param showing breviate.Showing
function View:turn_to(showing)
	self.run, self.range = showing.run, showing.range
	if showing.document then
		self:show(showing.document)
		self:go_to(showing.passage)
		-- Which run this is: the newest whose passages these are is told apart by the next change.
		self.run = self.run or changes.runs(self.source)[1]
	else
		self:refresh()
	end
end

---Notes have changed: perhaps a newer run has taken over the passages that are shown.
---@param params { run?: string, passages: string[] }
function View:changed(params)
	if params.run and params.run ~= self.run and self.document then
		for _, passage in ipairs(self.document.passages) do
			if vim.list_contains(params.passages, passage.id) then
				self.run = params.run
				break
			end
		end
	end
	self:refresh()
end

---Asks for the notes as they are; while an answer is on its way, once more after it.
---@param callback? fun()
function View:refresh(callback)
	local client = server.client(self.source)
	if not client then
		return
	end
	if self.asking and not callback then
		self.again = true
		return
	end
	self.asking = true
	request.notes(client, self.source, { run = self.run }, function(document)
		self.asking = false
		if not vim.api.nvim_buf_is_valid(self.buffer) then
			return
		end
		if document then
			self:show(document)
		end
		if callback then
			callback()
		end
		if self.again then
			self.again = false
			self:refresh()
		end
	end)
end

---The lines of a range in words, without the white space that its last sentence is followed by.
---@param range lsp.Range
---@return string
function View:line_words(range)
	local first, last = report.lines(range)
	while last > first and not (vim.api.nvim_buf_get_lines(self.source, last - 1, last, false)[1] or ""):find("%S") do
		last = last - 1
	end
	return first == last and tostring(first) or ("%d–%d"):format(first, last)
end

---@param document breviate.Document
function View:show(document)
	self.document = document
	if not vim.api.nvim_buf_is_loaded(self.source) then
		return
	end
	local has_notes = report.has_notes(document)
	local page = { lines = { "No notes." }, marks = {}, places = {} }
	if has_notes then
		page = render.page(document, function(range)
			return self:line_words(range)
		end)
	end
	self.places = page.places
	self:write(page.lines)
	vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
	for _, mark in ipairs(page.marks) do
		vim.api.nvim_buf_set_extmark(self.buffer, namespace, mark.row, 0, mark.right and {
			virt_text = { { mark.right .. " ", mark.group } },
			virt_text_pos = "right_align",
			hl_mode = "combine",
		} or { end_col = #page.lines[mark.row + 1], hl_group = mark.group })
	end
	self:dress(has_notes and render.state(document) .. " · " .. report.model_words(document) or "")
end

---Writes only the lines that differ, so that the cursor and what is scrolled to stay.
---@param lines string[]
function View:write(lines)
	local old = vim.api.nvim_buf_get_lines(self.buffer, 0, -1, false)
	local first, stop_old, stop_new = 1, #old, #lines
	while first <= stop_old and first <= stop_new and old[first] == lines[first] do
		first = first + 1
	end
	while stop_old >= first and stop_new >= first and old[stop_old] == lines[stop_new] do
		stop_old, stop_new = stop_old - 1, stop_new - 1
	end
	if first > stop_old and first > stop_new then
		return
	end
	-- What comes in above the first row is seen by whoever stands there; the cursor would go down with its row.
	local at_top = self:is_shown() and vim.api.nvim_win_get_cursor(self.shown_in)[1] == 1
	vim.bo[self.buffer].modifiable = true
	vim.api.nvim_buf_set_lines(self.buffer, first - 1, stop_old, false, vim.list_slice(lines, first, stop_new))
	vim.bo[self.buffer].modifiable = false
	vim.bo[self.buffer].modified = false
	if at_top then
		vim.api.nvim_win_set_cursor(self.shown_in, { 1, 0 })
	end
end

---@param state string
function View:dress(state)
	local title = self:source_name()
	if self.range then
		local document = self.document
		local passages = document and document.passages or {}
		local range = #passages > 0 and { start = passages[1].range.start, ["end"] = passages[#passages].range["end"] }
			or self.range
		title = ("%s:%s"):format(title, self:line_words(range))
	end
	require("breviate.window").dress(self, title, state)
end

---@param passage? string
function View:go_to(passage)
	if not passage or not self:is_shown() then
		return
	end
	for row = 1, vim.api.nvim_buf_line_count(self.buffer) do
		local place = self.places[row]
		if place and place.passage and place.passage.id == passage then
			vim.api.nvim_win_set_cursor(self.shown_in, { row, 0 })
			vim.api.nvim_win_call(self.shown_in, function()
				vim.cmd("normal! zt")
			end)
			return
		end
	end
end

---What the row under the cursor tells of.
---@return breviate.Place
function View:place()
	local window = self:is_shown() and self.shown_in or 0
	return self.places[vim.api.nvim_win_get_cursor(window)[1]] or {}
end

---Calls back when the positions that are shown are those of the text as it is now, not as it was.
---@param callback fun()
function View:when_current(callback)
	if report.is_current(self.document, self.source) then
		callback()
	else
		self:refresh(callback)
	end
end

function View:server_ended()
	self:dress("the server has ended")
end

function View:close()
	if vim.api.nvim_buf_is_valid(self.buffer) then
		vim.api.nvim_buf_delete(self.buffer, { force = true })
	end
	require("breviate.views").closed(self)
end

return M
