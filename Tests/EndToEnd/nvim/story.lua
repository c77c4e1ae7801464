-- The plugin as a person uses it, from opening a text to leaving it; what was seen is printed step by step.
-- Environment: BREVIATE_TEST_FILE, a long Markdown file; BREVIATE_TEST_SCRIPTS, the folder of this script.

local steps = dofile(vim.env.BREVIATE_TEST_SCRIPTS .. "/steps.lua")
local emit, wait = steps.emit, steps.wait
local said = steps.messages()

local function loaded()
	return vim.tbl_filter(function(name)
		return vim.startswith(name, "breviate")
	end, vim.tbl_keys(package.loaded))
end

local function timers()
	local active = 0
	vim.uv.walk(function(handle)
		if vim.uv.handle_get_type(handle) == "timer" and vim.uv.is_active(handle) then
			active = active + 1
		end
	end)
	return active
end

---The window and buffer of notes of a kind, once there is one.
local function notes_window(float)
	return wait("a window of notes", function()
		for _, window in ipairs(vim.api.nvim_list_wins()) do
			local buffer = vim.api.nvim_win_get_buf(window)
			local floats = vim.api.nvim_win_get_config(window).relative ~= ""
			if vim.bo[buffer].filetype == "breviate" and floats == float then
				return { window = window, buffer = buffer }
			end
		end
	end)
end

local function lines_of(notes)
	return vim.api.nvim_buf_get_lines(notes.buffer, 0, -1, true)
end

local function words_in(chunks)
	local words = {}
	for _, chunk in ipairs(chunks) do
		table.insert(words, chunk[1])
	end
	return table.concat(words)
end

---What stands at the right of the rows of notes, by row from one.
local function right_of(notes)
	local found = vim.empty_dict()
	local namespace = vim.api.nvim_get_namespaces()["breviate.notes"]
	for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(notes.buffer, namespace, 0, -1, { details = true })) do
		if mark[4].virt_text then
			found[tostring(mark[2] + 1)] = vim.trim(words_in(mark[4].virt_text))
		end
	end
	return found
end

local function bar(notes)
	return vim.wo[notes.window].winbar
end

---What the bar says once all notes are there, and once it says something.
local function settled(notes, words)
	return wait("notes that say " .. words, function()
		local said_there = bar(notes)
		return said_there:find(words, 1, true) and not said_there:find("%d of %d") and said_there
	end, function()
		return bar(notes)
	end)
end

local function press(keys)
	vim.api.nvim_feedkeys(vim.keycode(keys), "mx", false)
end

local function row_with(notes, words)
	for row, line in ipairs(lines_of(notes)) do
		if line:find(words, 1, true) then
			return row
		end
	end
	error("no row with " .. words)
end

local function messages_with(words)
	return wait("a message with " .. words, function()
		for _, message in ipairs(said) do
			if message:find(words, 1, true) then
				return message
			end
		end
	end)
end

local function story()
	emit("start", { loaded = loaded(), timers = timers() })

	vim.lsp.config("breviate", { init_options = { passageTokens = 900 } })
	vim.lsp.enable("breviate")
	vim.cmd.edit(vim.env.BREVIATE_TEST_FILE)
	local text = vim.api.nvim_get_current_buf()
	local text_window = vim.api.nvim_get_current_win()
	wait("the diagnostic", function()
		return vim.diagnostic.get(text)[1]
	end)
	emit("status", { before = require("breviate").status() })

	-- A selection of characters: from within the first line to within another.
	vim.api.nvim_win_set_cursor(0, { 3, 3 })
	press("v20j0<Esc>")
	vim.cmd("'<,'>Breviate summarise")
	local float = notes_window(true)
	wait("all notes in the float", function()
		local title = vim.api.nvim_win_get_config(float.window).title
		return title and words_in(title):find("%d notes") and not words_in(title):find(" of ") and title
	end)
	wait("the summary", function()
		return lines_of(float)[1] == " Summary"
	end)
	local config = vim.api.nvim_win_get_config(float.window)
	emit("float", {
		lines = lines_of(float),
		title = words_in(config.title),
		focused = vim.api.nvim_get_current_win() == float.window,
		relative = config.relative,
	})
	press("q")
	emit("closed", not vim.api.nvim_win_is_valid(float.window) and vim.api.nvim_get_current_win() == text_window)

	vim.cmd("Breviate summarise")
	local split = notes_window(false)
	settled(split, "notes · ")
	wait("the summary", function()
		return lines_of(split)[1] == " Summary"
	end)
	emit("split", {
		lines = lines_of(split),
		right = right_of(split),
		bar = bar(split),
		focused = vim.api.nvim_get_current_win() == split.window,
		columns = vim.api.nvim_win_get_position(split.window)[2] > vim.api.nvim_win_get_position(text_window)[2],
		status = wait("the status", function()
			local words = require("breviate").status(text)
			-- Before, those of the selection, and then "3 of 5 notes".
			return words == "5 notes" and words
		end),
	})

	-- From a sentence to where it stands, also in a closed fold.
	vim.wo[text_window].foldmethod = "manual"
	vim.api.nvim_win_call(text_window, function()
		vim.cmd("5,$fold")
	end)
	local row = row_with(split, "2  ") + 1
	local sentence = vim.trim(lines_of(split)[row])
	vim.api.nvim_set_current_win(split.window)
	vim.api.nvim_win_set_cursor(split.window, { row, 0 })
	press("y")
	emit("copied", { register = vim.fn.getreg('"'), sentence = sentence })
	press("<CR>")
	wait("the jump", function()
		return vim.api.nvim_get_current_win() == text_window
	end)
	local cursor = vim.api.nvim_win_get_cursor(text_window)
	local from = table.concat(vim.api.nvim_buf_get_lines(text, cursor[1] - 1, cursor[1] + 9, false), " ")
	emit("jump", { text = from:sub(cursor[2] + 1), sentence = sentence, open = vim.fn.foldclosed(cursor[1]) == -1 })

	vim.api.nvim_set_current_win(split.window)
	press("i")
	messages_with("inserted at line")
	local quoted = vim.tbl_filter(function(line)
		return vim.startswith(line, ">")
	end, vim.api.nvim_buf_get_lines(text, 0, -1, true))
	emit("inserted", { quoted = quoted, bar = settled(split, "stale") })
	-- What is put in at a border belongs to the passage before.
	vim.api.nvim_win_set_cursor(split.window, { row_with(split, "1  ") + 1, 0 })
	press("i")
	emit("refused", messages_with("nothing was inserted"))
	vim.api.nvim_set_current_win(text_window)
	vim.cmd("undo")
	emit("undone", settled(split, "notes · "))

	vim.cmd("Breviate notes list")
	local list = wait("the location list", function()
		local found = vim.fn.getloclist(text_window, { title = 0, items = 0 })
		return #found.items > 0 and found
	end)
	local numbers = {}
	for _, item in ipairs(list.items) do
		table.insert(numbers, item.lnum)
	end
	emit("list", { title = list.title, lines = numbers, first = list.items[1].text })
	vim.cmd("lclose")
	vim.api.nvim_set_current_win(text_window)

	local edited = vim.api.nvim_buf_get_lines(text, 4, 5, true)[1]
	vim.api.nvim_buf_set_lines(text, 4, 5, true, { "Zora Quist came here in 1848. " .. edited })
	local stale = settled(split, "1 stale")
	emit("stale", { bar = stale, right = right_of(split) })
	vim.cmd("Breviate update")
	wait("the fresh notes", function()
		return not bar(split):find("stale") and table.concat(lines_of(split), "\n"):find("Zora Quist", 1, true)
	end)
	emit("updated", { bar = bar(split), right = right_of(split) })

	vim.cmd("Breviate plan")
	emit("plan", messages_with("passes: "))

	-- What the notes are written to, and what happens to a file that somebody has changed.
	vim.cmd("Breviate write")
	messages_with("notes written to")
	local path = vim.fn.fnamemodify(vim.env.BREVIATE_TEST_FILE, ":r") .. ".notes.md"
	local function content()
		return table.concat(vim.fn.readfile(path), "\n")
	end
	local first = content()
	said = steps.messages()
	vim.cmd("Breviate write")
	messages_with("notes written to")
	local asked
	vim.ui.select = function(choices, options, done)
		asked = options.prompt
		done(choices[1])
	end
	vim.fn.writefile({ "my own line" }, path, "a")
	vim.cmd("Breviate write")
	wait("the question", function()
		return asked
	end)
	emit("written", { first = first, kept = vim.endswith(content(), "my own line"), asked = asked })
	vim.cmd("Breviate! write")
	wait("the notes instead of what was there", function()
		return not content():find("my own line")
	end)

	-- A model that is not to be had here, and back. The server asks for its settings before it takes them.
	local function plan_says(words)
		said = steps.messages()
		return wait("a plan with " .. words, function()
			vim.cmd("Breviate plan")
			for _, message in ipairs(said) do
				if message:find(words, 1, true) then
					return message
				end
			end
		end)
	end
	vim.cmd("Breviate model apple")
	emit("model", { there = plan_says("not available") })
	vim.cmd("Breviate model none")
	emit("model back", plan_says("passes: "))

	-- A long text, given up on the way.
	local long = {}
	for _ = 1, 240 do
		vim.list_extend(long, vim.api.nvim_buf_get_lines(text, 0, 150, false))
	end
	vim.api.nvim_buf_set_lines(text, 0, -1, true, long)
	vim.cmd("Breviate clear")
	local view = require("breviate.views").of_buffer(split.buffer)
	local run = view.run
	vim.cmd("Breviate summarise")
	wait("the run to begin", function()
		return view.run ~= run
	end)
	vim.cmd("Breviate cancel")
	emit("cancelled", settled(split, "cancelled"))

	-- The buffer goes while its notes come.
	vim.cmd("Breviate summarise")
	vim.cmd("bwipeout! " .. text)
	wait("the notes to go with their text", function()
		return not vim.api.nvim_buf_is_valid(split.buffer)
	end)
	emit("wiped", { errors = vim.v.errmsg, windows = #vim.api.nvim_list_wins() })

	-- Buffers without a name: one can be had, two would be one document to the server.
	said = steps.messages()
	vim.cmd.enew()
	vim.bo.swapfile = false
	vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.list_slice(long, 1, 200))
	vim.cmd("Breviate plan")
	emit("unnamed", messages_with("pass"))
	said = steps.messages()
	vim.cmd("new")
	vim.cmd("Breviate plan")
	emit("second unnamed", messages_with("name"))

	-- Code: nothing unasked, then a comment.
	said = steps.messages()
	local code = vim.fn.fnamemodify(vim.env.BREVIATE_TEST_FILE, ":h") .. "/code.lua"
	local source = { "local M = {}", "" }
	for _, line in ipairs(vim.list_slice(long, 1, 200)) do
		table.insert(source, "\t-- " .. line)
	end
	vim.fn.writefile(source, code)
	vim.cmd.edit(code)
	local code_buffer = vim.api.nvim_get_current_buf()
	wait("the server to know the code", function()
		return #vim.diagnostic.get(code_buffer) > 0
	end)
	local function shown()
		local virtual = vim.api.nvim_buf_get_extmarks(code_buffer, -1, 0, -1, { details = true, type = "virt_text" })
		local signs = vim.api.nvim_buf_get_extmarks(code_buffer, -1, 0, -1, { type = "sign" })
		return #virtual + #signs
	end
	local quiet = shown()
	vim.cmd("Breviate summarise")
	local code_notes = notes_window(false)
	settled(code_notes, "note")
	wait("lenses", function()
		return shown() > 0
	end)
	vim.api.nvim_win_set_cursor(0, { 3, 0 })
	vim.cmd("Breviate insert")
	messages_with("inserted at line")
	emit("code", { quiet = quiet, comment = vim.api.nvim_buf_get_lines(code_buffer, 0, 3, true) })

	emit("complete", {
		subcommands = vim.fn.getcompletion("Breviate ", "cmdline"),
		models = vim.fn.getcompletion("Breviate model o", "cmdline"),
		summ = vim.fn.getcompletion("Breviate summ", "cmdline"),
	})

	vim.lsp.stop_client(vim.lsp.get_clients({ name = "breviate" }))
	wait("the end of the server", function()
		return #vim.lsp.get_clients({ name = "breviate" }) == 0
	end)
	settled(code_notes, "the server has ended")
	said = steps.messages()
	wait("the last timer", function()
		return timers() == 0
	end)
	emit("stop", { errors = vim.v.errmsg, said = said })
end

steps.run(story)
