-- The windows that show notes: which there are, and who is told when notes change.

local options = require("breviate.options")

local M = {}

---@type breviate.View[]
local open = {}

---@class breviate.Showing
---@field run? string the run whose notes are shown
---@field document? breviate.Document its report, if it is there already
---@field range? lsp.Range the part of the buffer that was asked for
---@field window? integer where the text is shown
---@field passage? string the id of the passage to go to
---@field shown? boolean whether showing was itself what was asked for

---@param buffer integer
---@param showing breviate.Showing
function M.open(buffer, showing)
	if not vim.api.nvim_buf_is_loaded(buffer) then
		return
	end
	local show = options.read().show or (showing.range and "float" or "split")
	if show == "none" then
		if not showing.shown then
			return
		end
		show = showing.range and "float" or "split"
	end
	-- A float holds one thing at a time, and a buffer has one split.
	for _, view in ipairs(open) do
		if view.kind == show and show == "split" and view.source == buffer and view:is_shown() then
			view:turn_to(showing)
			return
		end
	end
	for _, view in ipairs(vim.list_slice(open)) do
		if view.kind == show and (show == "float" or view.source == buffer) then
			view:close()
		end
	end
	table.insert(open, require("breviate.view").new(buffer, show, showing))
end

---@param view breviate.View
function M.closed(view)
	open = vim.tbl_filter(function(other)
		return other ~= view
	end, open)
end

---The view whose window or buffer this is, if any.
---@param buffer integer
---@return breviate.View?
function M.of_buffer(buffer)
	for _, view in ipairs(open) do
		if view.buffer == buffer then
			return view
		end
	end
end

---@param source integer
---@param params { run?: string, passages: string[] }
function M.changed(source, params)
	for _, view in ipairs(vim.list_slice(open)) do
		if view.source == source then
			view:changed(params)
		end
	end
end

---@param source integer
function M.source_gone(source)
	for _, view in ipairs(vim.list_slice(open)) do
		if view.source == source then
			view:close()
		end
	end
end

---@param id integer the client that it had
function M.server_ended(id)
	for _, view in ipairs(open) do
		local client = require("breviate.server").client(view.source)
		if not client or client.id == id then
			view:server_ended()
		end
	end
end

return M
