-- `:Breviate`, with what each of its subcommands does.

local server = require("breviate.server")

local M = {}

---@class breviate.Invocation
---@field client vim.lsp.Client
---@field buffer integer the text, also when the command was given in a window of its notes
---@field window integer
---@field range? lsp.Range
---@field bang boolean
---@field argument? string

---@type table<string, fun(call: breviate.Invocation)>
local subcommands = {
	summarise = function(call)
		require("breviate.summarise").start(call.client, call.buffer, call.range)
	end,
	plan = function(call)
		require("breviate.plan").start(call.client, call.buffer, call.range)
	end,
	update = function(call)
		require("breviate.request").command(call.client, call.buffer, "update", {})
	end,
	retry = function(call)
		local cursor = call.range or require("breviate.position").cursor(call.client, call.window)
		require("breviate.retry").at(call.client, call.buffer, cursor, call.argument == "relaxed")
	end,
	cancel = function(call)
		require("breviate.request").command(call.client, call.buffer, "cancel", {})
	end,
	clear = function(call)
		require("breviate.request").command(call.client, call.buffer, "clearNotes", {})
	end,
	notes = function(call)
		if call.argument == "list" then
			require("breviate.list").start(call.client, call.buffer, call.range, call.window)
		else
			require("breviate.show_notes").start(call.client, call.buffer, call.range)
		end
	end,
	insert = function(call)
		local place = call.range or require("breviate.position").cursor(call.client, call.window)
		require("breviate.insert").at(call.client, call.buffer, place)
	end,
	write = function(call)
		require("breviate.write").start(call.client, call.buffer, call.argument, call.bang)
	end,
	model = function(call)
		if call.argument then
			require("breviate.models").use(call.client, call.argument)
		else
			require("breviate.models").choose(call.client, call.buffer)
		end
	end,
}
subcommands.summarize = subcommands.summarise

---What may stand behind a subcommand.
---@type table<string, fun(lead: string): string[]>
local arguments = {
	model = function()
		return require("breviate.models").names()
	end,
	notes = function()
		return { "list" }
	end,
	retry = function()
		return { "relaxed" }
	end,
	write = function(lead)
		return vim.fn.getcompletion(lead, "file")
	end,
}

---@return string[]
local function names()
	local found = vim.tbl_keys(subcommands)
	table.insert(found, "doctor")
	table.sort(found)
	return found
end

---The text that is meant, and a window in which it is shown.
---@return integer buffer
---@return integer window
local function text()
	local buffer, window = vim.api.nvim_get_current_buf(), vim.api.nvim_get_current_win()
	local view = require("breviate.views").of_buffer(buffer)
	if view then
		return view.source, vim.fn.win_findbuf(view.source)[1] or window
	end
	return buffer, window
end

---@param command { args: string, fargs: string[], bang: boolean, range: integer, line1: integer, line2: integer }
function M.run(command)
	local name, argument = command.fargs[1], command.args:match("^%S+%s+(.-)%s*$")
	if name == "doctor" then
		require("breviate.doctor").start()
		return
	end
	local subcommand = subcommands[name]
	if not subcommand then
		require("breviate.say").problem(("%s is no subcommand; there are %s"):format(name, table.concat(names(), ", ")))
		return
	end
	local buffer, window = text()
	-- In a window of notes a range is of the notes' lines, which mean nothing to the text.
	local ranged = buffer == vim.api.nvim_get_current_buf()
	server.with_client(buffer, function(client)
		if not vim.api.nvim_buf_is_loaded(buffer) then
			return
		end
		require("breviate.attach").wake(client, buffer)
		local in_text = vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buffer
		subcommand({
			client = client,
			buffer = buffer,
			window = in_text and window or vim.fn.win_findbuf(buffer)[1] or window,
			range = ranged and require("breviate.selection").of_command(client, buffer, command) or nil,
			bang = command.bang,
			argument = argument ~= "" and argument or nil,
		})
	end)
end

---@param lead string what is being typed
---@param line string the line so far
---@return string[]
function M.complete(lead, line)
	local name = line:match("Breviate!?%s+(%S+)%s")
	local offered = not name and names() or arguments[name] and arguments[name](lead) or {}
	return vim.tbl_filter(function(word)
		return vim.startswith(word, lead)
	end, offered)
end

return M
