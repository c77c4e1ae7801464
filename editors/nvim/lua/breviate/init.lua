-- What other configuration may call; everything else here is Breviate's own business.

local M = {}

---A few words for the status line: what notes would take, how far they are, or how many there are.
---@param buffer? integer
---@return string
function M.status(buffer)
	return require("breviate.status").words(buffer)
end

return M
