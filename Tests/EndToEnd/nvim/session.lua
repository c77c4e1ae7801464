-- A session in Neovim, as a person has it: the steps, each with what was seen, as lines of JSON on standard output.
-- Environment: BREVIATE_TEST_FILE, a long Markdown file; BREVIATE_TEST_SCRIPTS, the folder of this script.

local steps = dofile(vim.env.BREVIATE_TEST_SCRIPTS .. "/steps.lua")
local emit, wait = steps.emit, steps.wait

local progress = {}
vim.api.nvim_create_autocmd("LspProgress", {
	callback = function(event)
		table.insert(progress, event.data.params.value)
	end,
})

--- Waits for the end of the progress that began after `from` values of it.
local function progress_end(from)
	return wait("the end of the progress", function()
		local last = progress[#progress]
		return #progress > from and last.kind == "end" and last
	end)
end

local function session()
	vim.lsp.config("breviate", { init_options = { passageTokens = 900 } })
	vim.lsp.enable("breviate")
	vim.cmd.edit(vim.env.BREVIATE_TEST_FILE)
	local client = wait("the client", function()
		local found = vim.lsp.get_clients({ bufnr = 0, name = "breviate" })[1]
		return found and found.initialized and found
	end)
	emit("attach", {
		name = client.server_info.name,
		encoding = client.offset_encoding,
		root = client.root_dir or vim.NIL,
		filetype = vim.bo.filetype,
	})

	-- By its number: Neovim 0.11 sends pending edits before a request only for a buffer that is not called 0.
	local buffer = vim.api.nvim_get_current_buf()
	local function command(name)
		local params = { command = name, arguments = { { uri = vim.uri_from_bufnr(buffer) } } }
		local reply = client:request_sync("workspace/executeCommand", params, 20000, buffer)
		assert(reply and not reply.err, name .. ": " .. vim.inspect(reply))
		return reply.result
	end
	local function notes()
		return command("breviate.notes").documents[1]
	end
	local function states()
		return vim.tbl_map(function(passage)
			return passage.state
		end, notes().passages)
	end
	local function lens_titles()
		local titles = {}
		for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
			table.insert(titles, lens.command.title)
		end
		return titles
	end

	local diagnostic = wait("the diagnostic", function()
		return vim.diagnostic.get(buffer)[1]
	end)
	emit("diagnostic", { message = diagnostic.message, severity = diagnostic.severity, line = diagnostic.lnum })
	emit("lens", wait("the lens with the price", function()
		local titles = lens_titles()
		return #titles > 0 and titles[1]:find("%d") and titles
	end))

	vim.cmd("Breviate summarise")
	progress_end(0)
	emit("progress", progress)
	emit("notes", notes())
	emit("lenses", wait("a lens for each passage", function()
		local titles = lens_titles()
		return #titles > #notes().passages and titles
	end))

	local second = notes().passages[2]
	vim.api.nvim_win_set_cursor(0, { second.range.start.line + 2, 0 })
	vim.lsp.buf.hover()
	local float = wait("the hover", function()
		for _, window in ipairs(vim.api.nvim_list_wins()) do
			if vim.api.nvim_win_get_config(window).relative ~= "" then
				return window
			end
		end
	end)
	local shown = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, true)
	emit("hover", { text = table.concat(shown, "\n"), note = second.note })
	vim.api.nvim_win_close(float, true)

	local line = second.range.start.line + 4
	local old = vim.api.nvim_buf_get_lines(buffer, line, line + 1, true)[1]
	vim.api.nvim_buf_set_lines(buffer, line, line + 1, true, { "Zora Quist came here in 1848. " .. old })
	emit("stale", states())
	local before = #progress
	vim.cmd("Breviate update")
	progress_end(before)
	emit("updated", { states = states(), before = second, after = notes().passages[2] })

	local long = {}
	for _ = 1, 120 do
		vim.list_extend(long, vim.api.nvim_buf_get_lines(buffer, 0, 150, false))
	end
	vim.api.nvim_buf_set_lines(buffer, 0, -1, true, long)
	command("breviate.clearNotes")
	before = #progress
	-- Both go out before an answer to the first can come in.
	vim.cmd("Breviate summarise")
	vim.cmd("Breviate cancel")
	local last = progress_end(before)
	emit("cancel", { states = wait("all passages settled", function()
		local found = states()
		return not vim.list_contains(found, "waiting") and not vim.list_contains(found, "running") and found
	end), message = last.message or vim.NIL })

	client:stop()
	wait("the end of the server", function()
		return client:is_stopped()
	end)
	emit("stop", {})
end

steps.run(session)
