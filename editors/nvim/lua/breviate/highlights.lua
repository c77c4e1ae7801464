-- The names of what is coloured, each linked to what a colour scheme has; `:highlight link` changes one.

local M = {}

local links = {
	BreviateTitle = "Title",
	BreviateLines = "LineNr",
	BreviateStale = "DiagnosticWarn",
	BreviateAlso = "Comment",
	BreviateAside = "Comment",
	BreviateDoubt = "DiagnosticWarn",
	BreviateFailure = "DiagnosticError",
	BreviatePrice = "LspCodeLens",
}

function M.define()
	for name, target in pairs(links) do
		vim.api.nvim_set_hl(0, name, { link = target, default = true })
	end
end

return M
