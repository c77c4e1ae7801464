-- How Breviate speaks to a person: one line, under its name.

local M = {}

---@param text string
function M.info(text)
	vim.notify("Breviate: " .. text, vim.log.levels.INFO)
end

---@param text string
function M.problem(text)
	vim.notify("Breviate: " .. text, vim.log.levels.WARN)
end

return M
