-- What the scripts here have in common: steps whose sight is printed as lines of JSON, and waiting for things to come.

local M = {}

local patience = 20000

---@param step string
---@param seen any
function M.emit(step, seen)
	io.stdout:write(vim.json.encode({ step = step, seen = seen }), "\n")
end

---Waits until `condition` returns something; returns that. Neovim looks after each event, at least every 10 ms.
---@generic T
---@param what string
---@param condition fun(): T
---@param otherwise? fun(): string what there was instead
---@return T
function M.wait(what, condition, otherwise)
	local value
	local came = vim.wait(patience, function()
		value = condition()
		return value
	end, 10)
	if not came then
		error("waited in vain for " .. what .. (otherwise and ": " .. otherwise() or ""))
	end
	return value
end

---Runs a script to its end, or tells where it stopped, and leaves Neovim.
---@param script fun()
function M.run(script)
	local ok, problem = xpcall(script, debug.traceback)
	if not ok then
		io.stderr:write(problem, "\n")
		vim.cmd.cquit({ count = 1, bang = true })
	end
	vim.cmd("qall!")
end

---What was said to the person, from here on.
---@return string[]
function M.messages()
	local said = {}
	vim.notify = function(message)
		table.insert(said, message)
	end
	return said
end

return M
