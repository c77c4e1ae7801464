-- What the keys do in a window of notes.

local M = {}

---@param view breviate.View
---@return vim.lsp.Client?
local function client_of(view)
	local client = require("breviate.server").client(view.source)
	if not client then
		require("breviate.say").problem("the server has ended: reopen the buffer (:edit) to start it again")
	end
	return client
end

---The window of the text: where it was, else where it is now, else one beside the notes.
---@param view breviate.View
---@return integer
local function text_window(view)
	local window = view.window
	if window and vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == view.source then
		return window
	end
	for _, other in ipairs(vim.fn.win_findbuf(view.source)) do
		if vim.api.nvim_win_get_tabpage(other) == vim.api.nvim_get_current_tabpage() then
			return other
		end
	end
	return vim.api.nvim_open_win(view.source, false, { split = "left", win = view.kind == "split" and view.shown_in or 0 })
end

---@param view breviate.View
local function jump(view)
	-- By its row, since a passage may have been found again elsewhere by the time that positions are current.
	view:when_current(function()
		local position, client = view:place().position, client_of(view)
		if not position or not client then
			return
		end
		local window = text_window(view)
		if view.kind == "float" then
			view:close()
		end
		vim.api.nvim_set_current_win(window)
		vim.cmd("normal! m'")
		local column = require("breviate.position").column(client, view.source, position)
		vim.api.nvim_win_set_cursor(window, { position.line + 1, column })
		vim.cmd("normal! zv")
	end)
end

---@param note? breviate.Note
---@param what string
local function copy(note, what)
	if not note then
		require("breviate.say").info("there is no note here yet")
		return
	end
	vim.fn.setreg(vim.v.register, note.text)
	require("breviate.say").info(("%s copied"):format(what))
end

---@param view breviate.View
local function copy_here(view)
	local passage = view:place().passage
	if passage then
		copy(passage.note, "the note")
	else
		copy(view.document and view.document.summary, "the summary")
	end
end

---@param view breviate.View
local function copy_all(view)
	local texts = {}
	for _, passage in ipairs(view.document and view.document.passages or {}) do
		table.insert(texts, passage.note and passage.note.text)
	end
	copy(#texts > 0 and { text = table.concat(texts, "\n\n") } or nil, "every note")
end

---@param view breviate.View
local function insert(view)
	local passage = view:place().passage
	local id = passage and passage.id
	view:when_current(function()
		require("breviate.insert").from_document(view.source, view.document, id)
	end)
end

---@param view breviate.View
---@param relaxed boolean
local function retry(view, relaxed)
	local passage, client = view:place().passage, client_of(view)
	if client and passage then
		require("breviate.retry").passage(client, view.source, passage, relaxed)
	end
end

---@param view breviate.View
---@param name string
local function run(view, name)
	local client = client_of(view)
	if client then
		require("breviate.request").command(client, view.source, name, {})
	end
end

---@type { [1]: string, [2]: string, [3]: fun(view: breviate.View) }[]
local keys = {
	{ "<CR>", "go to the line", jump },
	{ "y", "copy the note", copy_here },
	{ "Y", "copy every note", copy_all },
	{ "i", "insert the note into the text", insert },
	{
		"r",
		"retry the passage",
		function(view)
			retry(view, false)
		end,
	},
	{
		"R",
		"retry with the model's filter relaxed",
		function(view)
			retry(view, true)
		end,
	},
	{
		"u",
		"update what is stale",
		function(view)
			run(view, "update")
		end,
	},
	{
		"<C-C>",
		"cancel",
		function(view)
			run(view, "cancel")
		end,
	},
	{
		"q",
		"close",
		function(view)
			view:close()
		end,
	},
}

local function help()
	local lines = {}
	for _, key in ipairs(keys) do
		table.insert(lines, (" %-6s %s "):format(key[1], key[2]))
	end
	vim.lsp.util.open_floating_preview(lines, "", { border = "rounded", focus_id = "breviate.keys", wrap = false })
end

---@param view breviate.View
function M.map(view)
	for _, key in ipairs(keys) do
		vim.keymap.set("n", key[1], function()
			key[3](view)
		end, { buffer = view.buffer, nowait = true, desc = "Breviate: " .. key[2] })
	end
	vim.keymap.set("n", "g?", help, { buffer = view.buffer, nowait = true, desc = "Breviate: these keys" })
end

return M
