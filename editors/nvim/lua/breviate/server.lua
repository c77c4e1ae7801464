-- The server: whether it can be started, and for which buffer it runs.

local say = require("breviate.say")

local M = {}

---What waits for a buffer to be attached.
---@type table<integer, fun(client: vim.lsp.Client)[]>
local waiting = {}

---The program that is configured; nil where that is a function.
---@return string?
function M.program()
	local cmd = (vim.lsp.config.breviate or {}).cmd
	return type(cmd) == "table" and cmd[1] or nil
end

---Why no server can be started, with what to do.
---@return string?
function M.missing()
	local program = M.program()
	if not program or vim.fn.executable(program) == 1 then
		return nil
	end
	local fix = 'vim.lsp.config("breviate", { cmd = { "/path/to/breviate", "lsp" } })'
	if program:find("/") then
		return ("%s is not there, or cannot be run. Say where the program is: %s"):format(program, fix)
	end
	return ("there is no program called %s on your PATH. Put it there, or say where it is: %s"):format(program, fix)
end

---Looks for the program when the first text that it is for is opened, and says so if it is not there.
---@param filetype string
---@return boolean looked whether that was such a text
function M.was_looked_for(filetype)
	local filetypes = (vim.lsp.config.breviate or {}).filetypes
	if filetypes and not vim.list_contains(filetypes, filetype) then
		return false
	end
	local missing = M.missing()
	if missing then
		say.problem(missing)
	end
	return true
end

---@param buffer integer
---@return vim.lsp.Client?
function M.client(buffer)
	return vim.lsp.get_clients({ bufnr = buffer, name = "breviate" })[1]
end

---Two buffers without a name are one document to a server: Neovim calls both by the same address.
---@param buffer integer
local function shares_its_address(buffer)
	if vim.api.nvim_buf_get_name(buffer) ~= "" then
		return false
	end
	for _, client in ipairs(vim.lsp.get_clients({ name = "breviate" })) do
		for other in pairs(client.attached_buffers) do
			if other ~= buffer and vim.api.nvim_buf_is_valid(other) and vim.api.nvim_buf_get_name(other) == "" then
				return true
			end
		end
	end
	return false
end

---Answers `vim.lsp.enable`, which asks of each buffer.
---@param buffer integer
---@param start fun(root?: string)
function M.may_start(buffer, start)
	if not shares_its_address(buffer) then
		start(nil)
	end
end

---Calls back with the buffer's client, attaching it first where it is not.
---@param buffer integer
---@param callback fun(client: vim.lsp.Client)
function M.with_client(buffer, callback)
	local client = M.client(buffer)
	if client then
		callback(client)
		return
	end
	local problem = M.missing()
		or shares_its_address(buffer) and "another buffer without a name is attached: give this one a name (:file NAME)"
		or not vim.lsp.config.breviate and "its folder editors/nvim is not on the runtime path"
	if problem then
		say.problem(problem)
		return
	end
	waiting[buffer] = waiting[buffer] or {}
	table.insert(waiting[buffer], callback)
	local config = vim.deepcopy(vim.lsp.config.breviate)
	config.root_dir = nil
	if not vim.lsp.start(config, { bufnr = buffer }) then
		waiting[buffer] = nil
		say.problem("the server could not be started: :checkhealth breviate says more")
	end
end

---@param client vim.lsp.Client
---@param buffer integer
function M.attached(client, buffer)
	local callbacks = waiting[buffer] or {}
	waiting[buffer] = nil
	for _, callback in ipairs(callbacks) do
		callback(client)
	end
end

---The server has ended: nothing more comes, and whoever waits is told.
---@param client integer
function M.ended(client)
	if next(waiting) then
		waiting = {}
		say.problem("the server ended before it was ready: :checkhealth breviate says more")
	end
	require("breviate.views").server_ended(client)
end

return M
