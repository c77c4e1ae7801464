-- The options of the plugin itself: `vim.g.breviate`. Read whenever they are needed, so that they can be changed.

---@class breviate.Options
---@field show? "float"|"split"|"none" where notes appear; without it a range's in a float, a buffer's in a split
---@field lenses? boolean whether prose gets code lenses; true
---@field price? boolean whether what a long text takes is shown behind its first line; true

local M = {}

---What may stand under each key.
M.known = {
	show = function(value)
		return vim.list_contains({ "float", "split", "none" }, value) or '"float", "split" or "none"'
	end,
	lenses = function(value)
		return type(value) == "boolean" or "true or false"
	end,
	price = function(value)
		return type(value) == "boolean" or "true or false"
	end,
}

---The options that can be used, and in words what is wrong with the others.
---@return breviate.Options options
---@return string[] problems
function M.read()
	local given, options, problems = vim.g.breviate, {}, {}
	if given ~= nil and type(given) ~= "table" then
		return options, { "vim.g.breviate is not a table" }
	end
	for key, value in pairs(given or {}) do
		local check = M.known[key]
		local verdict = check and check(value)
		if verdict == true then
			options[key] = value
		else
			table.insert(problems, ("vim.g.breviate.%s %s"):format(key, check and "must be " .. verdict or "is unknown"))
		end
	end
	table.sort(problems)
	return options, problems
end

return M
