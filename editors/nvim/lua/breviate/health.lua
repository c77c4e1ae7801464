-- `:checkhealth breviate`: what is needed, what is there, and what to do about the rest.

local server = require("breviate.server")

local M = {}

---@param arguments string[]
---@return string? output
local function output_of(arguments)
	local ok, done = pcall(function()
		return vim.system(arguments, { text = true }):wait(5000)
	end)
	return ok and vim.trim((done.stdout or "") .. (done.stderr or "")) or nil
end

local function check_program()
	local missing, program = server.missing(), server.program()
	if missing then
		vim.health.error(missing)
		return
	end
	if not program then
		vim.health.info("The server is started by a function")
		return
	end
	local version = output_of({ program, "--version" }) or "does not say its version"
	vim.health.ok(("%s: %s"):format(vim.fn.exepath(program), version))
	vim.health.start("breviate doctor")
	local tell = { ok = vim.health.ok, note = vim.health.warn, problem = vim.health.error }
	for line in vim.gsplit(output_of({ program, "doctor" }) or "problem  no answer", "\n") do
		local verdict, words = line:match("^(%l+)%s+(.*)$")
		local say = tell[verdict] or vim.health.info
		say(tell[verdict] and words or line)
	end
end

local function check_client()
	if not vim.lsp.is_enabled("breviate") then
		vim.health.warn("Breviate is not enabled", 'Add vim.lsp.enable("breviate") to your init.lua')
	end
	local clients = vim.lsp.get_clients({ name = "breviate" })
	if #clients == 0 then
		vim.health.info("No buffer is attached: it starts with the first text that is opened")
	end
	for _, client in ipairs(clients) do
		local buffers = vim.tbl_count(client.attached_buffers)
		vim.health.ok(("running, for %s"):format(require("breviate.report").counted(buffers, "buffer", "buffers")))
	end
end

function M.check()
	vim.health.start("breviate")
	if vim.fn.has("nvim-0.11") == 0 then
		vim.health.error("Neovim 0.11 or later is needed")
		return
	end
	local _, problems = require("breviate.options").read()
	for _, problem in ipairs(problems) do
		vim.health.warn(problem, "See :help breviate-options")
	end
	check_client()
	check_program()
end

return M
