-- The server has said that notes have changed: everything that shows them is brought up to date.

local M = {}

---The runs of each buffer, the newest first: a selection's and the buffer's stand beside each other.
---@type table<integer, string[]>
local runs = {}

---@param buffer integer
---@return string[]
function M.runs(buffer)
	return runs[buffer] or {}
end

---@param buffer integer
function M.forget(buffer)
	runs[buffer] = nil
end

---@param params { uri: string, run?: string, passages: string[] }
function M.arrived(params)
	params = require("breviate.request").plain(params)
	local buffer = vim.uri_to_bufnr(params.uri)
	if not vim.api.nvim_buf_is_loaded(buffer) then
		return
	end
	if params.run then
		local known = vim.tbl_filter(function(run)
			return run ~= params.run
		end, M.runs(buffer))
		runs[buffer] = { params.run, unpack(known, 1, 9) }
	else
		runs[buffer] = nil
	end
	require("breviate.lens").refresh(buffer)
	require("breviate.status").changed(buffer)
	require("breviate.views").changed(buffer, params)
end

return M
