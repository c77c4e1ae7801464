-- Notes as they come from a slow model: a server inside Neovim plays it, one step after the other, with the nulls that
-- a real one sends. What the float shows is printed after each step.
-- Environment: BREVIATE_TEST_FILE names the folder; BREVIATE_TEST_SCRIPTS, the folder of this script.

local steps = dofile(vim.env.BREVIATE_TEST_SCRIPTS .. "/steps.lua")
local null = vim.NIL

local asked = {}
local passages
local refusal

local function range(first, last)
	return { start = { line = first, character = 0 }, ["end"] = { line = last, character = 0 } }
end

local function passage(number, title, state, note, failure)
	local place = number == 1 and range(0, 4) or range(4, 7)
	return {
		id = "p" .. number,
		number = number,
		title = title,
		range = place,
		tokens = { value = 40, exact = false },
		state = state,
		note = note or null,
		failure = failure or null,
	}
end

local function note(text, more)
	return vim.tbl_extend("force", {
		text = text,
		headline = null,
		sentences = { { text = text, range = null } },
		omitted = {},
		notInText = {},
		model = "slow:1b",
		provisional = false,
		finishReason = null,
		truncatedInput = false,
		relaxedFilter = false,
	}, more or {})
end

local function report(uri)
	return {
		documents = {
			{
				uri = uri,
				version = vim.lsp.util.buf_versions[vim.uri_to_bufnr(uri)],
				model = { id = "slow:1b", backend = "ollama", contextWindow = null },
				plan = null,
				passages = passages,
				summary = null,
			},
		},
	}
end

local notify_client
local function execute(params)
	local name, argument = params.command, params.arguments[1]
	table.insert(asked, { name = name, argument = argument })
	if refusal then
		return nil, { code = -32803, message = refusal }
	elseif name == "breviate.summarise" then
		return { run = "run-1", plan = null }
	elseif name == "breviate.notes" then
		return report(argument.uri)
	end
	return { run = "run-1", reason = null }
end

---As the real one, every answer and notification goes over JSON.
local function over_the_wire(value)
	return vim.json.decode(vim.json.encode(value))
end

local function server(dispatchers)
	notify_client = function(method, params)
		dispatchers.notification(method, over_the_wire(params))
	end
	local closing = false
	return {
		request = function(method, params, callback)
			vim.schedule(function()
				if method == "initialize" then
					local capabilities = { textDocumentSync = 2, executeCommandProvider = { commands = {} } }
					callback(nil, { capabilities = capabilities })
				elseif method == "workspace/executeCommand" then
					local result, problem = execute(params)
					callback(problem, result and over_the_wire(result))
				else
					callback(nil, null)
				end
			end)
			return true, #asked + 1
		end,
		notify = function()
			return true
		end,
		is_closing = function()
			return closing
		end,
		terminate = function()
			closing = true
			dispatchers.on_exit(0, 0)
		end,
	}
end

steps.run(function()
	vim.o.columns, vim.o.lines = 100, 40
	vim.lsp.config("breviate", { cmd = server })
	vim.cmd.edit(vim.fn.fnamemodify(vim.env.BREVIATE_TEST_FILE, ":h") .. "/text.md")
	local lines = { "# Kilns", "", "The kiln was rebuilt in 1987 by Anna Roth.", "", "# Ovens", "", "Blocked words." }
	vim.api.nvim_buf_set_lines(0, 0, -1, true, lines)
	local uri = vim.uri_from_bufnr(0)
	local text_window = vim.api.nvim_get_current_win()

	passages = { passage(1, "Kilns", "waiting"), passage(2, "Ovens", "waiting") }
	vim.cmd("1,7Breviate summarise")
	local float
	steps.wait("the float", function()
		for _, window in ipairs(vim.api.nvim_list_wins()) do
			if vim.api.nvim_win_get_config(window).relative ~= "" then
				float = window
			end
		end
		return float and vim.api.nvim_win_get_config(float).title
	end)
	local buffer = vim.api.nvim_win_get_buf(float)

	local function show(step)
		local config, right = vim.api.nvim_win_get_config(float), {}
		local namespace = vim.api.nvim_get_namespaces()["breviate.notes"]
		for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })) do
			if mark[4].virt_text then
				table.insert(right, vim.trim(mark[4].virt_text[1][1]))
			end
		end
		steps.emit(step, {
			lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true),
			right = right,
			title = config.title[1][1],
			height = config.height,
		})
	end
	---Puts the notes as given and waits until a line of the float has these words.
	local function come(step, words, new)
		passages = new
		notify_client("breviate/didChangeNotes", { uri = uri, version = 1, run = "run-1", passages = { "p1", "p2" } })
		steps.wait(words, function()
			return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n"):find(words, 1, true)
		end)
		show(step)
	end

	show("waiting")
	come("first words", "The kiln", { passage(1, "Kilns", "running", note("The kiln")), passages[2] })
	local whole = note("The kiln was rebuilt in 1987.", {
		omitted = {
			{ value = "Anna Roth", kind = "name", context = "by Anna Roth", range = range(2, 2) },
			{ value = "two metres", kind = "number", context = "", range = range(2, 2) },
		},
		notInText = { { text = "1988", kind = "number" } },
	})
	come("more words", "1987", { passage(1, "Kilns", "fresh", whole), passage(2, "Ovens", "running") })
	local failure = {
		kind = "blocked",
		title = "Blocked",
		detail = "The model's filter took it for something else.",
		retry = true,
		relax = true,
	}
	come("failed", "Blocked:", { passages[1], passage(2, "Ovens", "failed", nil, failure) })

	asked = {}
	vim.api.nvim_win_set_cursor(float, { vim.api.nvim_buf_line_count(buffer), 0 })
	vim.api.nvim_feedkeys("r", "mx", false)
	vim.api.nvim_feedkeys("R", "mx", false)
	steps.wait("two retries", function()
		return #asked == 2
	end)
	steps.emit("retried", {
		{ passage = asked[1].argument.passage, relaxed = asked[1].argument.relaxed },
		{ passage = asked[2].argument.passage, relaxed = asked[2].argument.relaxed },
	})

	come("hostile", "and ovens", { passage(1, "Kilns \27[31m\nand ovens", "fresh", whole), passages[2] })

	vim.api.nvim_set_current_win(text_window)
	local said = steps.messages()
	refusal = "Model not available: Nobody listens."
	vim.cmd("Breviate summarise")
	steps.wait("the refusal", function()
		return #said > 0
	end)
	steps.emit("refused", said)
	steps.emit("errors", vim.v.errmsg)
end)
