-- Saving the notes as NAME.notes.md beside the file. A file that somebody else wrote, or changed since, is replaced
-- only when that was answered with yes.

local request = require("breviate.request")
local say = require("breviate.say")

local M = {}

---What the last line of a file of ours says: a checksum tells whether it has been edited.
local signature = "<!-- Written by Breviate, %s -->"

---@param text string
---@return string
local function signed(text)
	return text .. "\n" .. signature:format(vim.fn.sha256(text)) .. "\n"
end

---Whether what stands in a file is as it was written here.
---@param content string
---@return boolean
function M.is_ours(content)
	local text, sum = content:match("^(.*)\n<!%-%- Written by Breviate, (%x+) %-%->\n$")
	return text ~= nil and vim.fn.sha256(text) == sum
end

---@param path string
---@return string?
local function read(path)
	local file = io.open(path, "rb")
	local content = file and file:read("*a")
	if file then
		file:close()
	end
	return content
end

---Writes beside the file and then puts the whole in its place, so that nothing is ever half there.
---@param path string
---@param content string
---@return string? problem
local function replace(path, content)
	path = vim.uv.fs_realpath(path) or path
	local beside = ("%s.%d.part"):format(path, vim.uv.os_getpid())
	local file, problem = io.open(beside, "wb")
	if not file then
		return problem
	end
	local written, why = file:write(content)
	local closed, late = file:close()
	if written and closed then
		local moved, reason = vim.uv.fs_rename(beside, path)
		if moved then
			return nil
		end
		why = reason
	end
	vim.uv.fs_unlink(beside)
	return why or late
end

---@param path string
---@param content string
local function save(path, content)
	local problem = replace(path, content)
	if problem then
		say.problem("the notes were not written: " .. problem)
		return
	end
	say.info("notes written to " .. vim.fn.fnamemodify(path, ":~:."))
	vim.cmd.checktime()
end

---@param buffer integer
---@param given? string
---@return string?
local function path_for(buffer, given)
	if given then
		return vim.fs.normalize(vim.fn.fnamemodify(given, ":p"))
	end
	local name = vim.api.nvim_buf_get_name(buffer)
	if name == "" or vim.bo[buffer].buftype ~= "" then
		return nil
	end
	return vim.fn.fnamemodify(name, ":p:r") .. ".notes.md"
end

---@param client vim.lsp.Client
---@param buffer integer
---@param given? string a file to write to instead
---@param bang boolean whether to replace without asking
function M.start(client, buffer, given, bang)
	local path = path_for(buffer, given)
	if not path then
		say.problem("this buffer has no file beside which notes could be: :Breviate write FILE")
		return
	end
	request.notes(client, buffer, {}, function(document)
		if not require("breviate.report").has_notes(document) then
			say.info("there are no notes to write yet (:Breviate summarise)")
			return
		end
		request.command(client, buffer, "showNotes", { show = false }, function(page)
			local content, there = signed(page.text or ""), read(path)
			if bang or not there or M.is_ours(there) then
				save(path, content)
				return
			end
			vim.ui.select({ "Keep it", "Replace it" }, {
				prompt = ("%s was not written by Breviate, or has been edited"):format(vim.fs.basename(path)),
			}, function(choice)
				if choice == "Replace it" then
					save(path, content)
				end
			end)
		end)
	end)
end

return M
