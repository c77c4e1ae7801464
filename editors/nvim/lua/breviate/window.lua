-- Where notes are put on the screen: a split beside the text or a float below what was selected.

local M = {}

local float_width = 88
---What a text is left with beside its notes; in a narrower window they go below.
local text_width = 82
local notes_width = { least = 38, most = 80 }

---@param view breviate.View
---@param height integer lines that the notes would take
---@return vim.api.keyset.win_config
local function float_place(view, height)
	local width = math.min(float_width, vim.o.columns - 4)
	local place = { relative = "editor", width = width, style = "minimal", border = "rounded" }
	local screen = vim.o.lines - vim.o.cmdheight - 1
	local top, bottom = 0, screen
	if view.window and vim.api.nvim_win_is_valid(view.window) and view.range then
		local first = vim.fn.screenpos(view.window, view.range.start.line + 1, 1)
		local last = vim.fn.screenpos(view.window, math.max(view.range["end"].line, view.range.start.line + 1), 1)
		-- A row of 0 is off the screen.
		top, bottom = math.max(first.row - 1, 0), last.row > 0 and last.row or screen
		place.col = math.max(first.col, last.col, 1) - 1
	end
	local above, below = top - 2, screen - bottom - 2
	height = math.max(height, 1)
	if below >= math.min(height, 8) or below >= above then
		place.row = bottom
		place.height = math.min(height, below)
	else
		place.height = math.min(height, above)
		place.row = top - place.height - 2
	end
	if place.height < math.min(height, 5) then
		-- What was selected fills the screen: its lower half is given up.
		place.height = math.max(1, math.min(height, math.floor(screen / 2)))
		place.row = screen - place.height - 2
	end
	place.col = math.min(place.col or 0, vim.o.columns - width - 2)
	return place
end

---Opens the window for a view whose buffer is there.
---@param view breviate.View
---@return integer
function M.open(view)
	local window
	if view.kind == "float" then
		window = vim.api.nvim_open_win(view.buffer, true, float_place(view, 1))
	else
		local beside = view.window and vim.api.nvim_win_is_valid(view.window) and view.window or 0
		local columns = vim.api.nvim_win_get_width(beside)
		local place = { win = beside, split = "below" }
		if columns >= text_width + notes_width.least then
			local width = math.min(columns - text_width - 1, notes_width.most)
			place = { win = beside, split = "right", width = width }
		end
		window = vim.api.nvim_open_win(view.buffer, false, place)
	end
	for option, value in pairs({
		wrap = true,
		linebreak = true,
		breakindent = true,
		breakindentopt = "",
		showbreak = "NONE",
		number = false,
		relativenumber = false,
		signcolumn = "no",
		foldcolumn = "0",
		foldenable = false,
		list = false,
		spell = false,
		cursorline = true,
		winfixbuf = true,
		statuscolumn = "",
		colorcolumn = "",
		conceallevel = 0,
	}) do
		vim.api.nvim_set_option_value(option, value, { win = window, scope = "local" })
	end
	return window
end

---Gives a float the height that its lines take, and says in its frame, or in a split's bar, what it shows.
---@param view breviate.View
---@param title string
---@param state string
function M.dress(view, title, state)
	local window = view.shown_in
	if not (window and vim.api.nvim_win_is_valid(window)) then
		return
	end
	if view.kind == "split" then
		-- Where there is no room for both, what the model is called goes first.
		if vim.fn.strdisplaywidth(title .. state) + 4 > vim.api.nvim_win_get_width(window) then
			state = state:match("^(.-) · ") or state
		end
		local bar = (" %s%%<%%=%s "):format(title:gsub("%%", "%%%%"), state:gsub("%%", "%%%%"))
		vim.api.nvim_set_option_value("winbar", bar, { win = window, scope = "local" })
		return
	end
	local place = float_place(view, vim.api.nvim_win_text_height(window, {}).all)
	place.title = (" %s · %s "):format(title, state)
	place.footer = " g? keys "
	place.footer_pos = "right"
	vim.api.nvim_win_set_config(window, place)
end

return M
