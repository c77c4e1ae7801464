-- How Neovim 0.11 and later starts Breviate, once `vim.lsp.enable("breviate")` was said. What stands here can be
-- changed or added to with `vim.lsp.config("breviate", { … })`; |breviate-server| has examples.

---@type vim.lsp.Config
return {
	cmd = { "breviate", "lsp" },
	-- Prose first; in code and commit messages Breviate keeps quiet until it is asked (|breviate-quiet|).
	-- stylua: ignore
	filetypes = {
		"text", "markdown", "rst", "asciidoc", "asciidoctor", "tex", "plaintex", "org", "mail", "help", "typst", "quarto",
		"rmd", "gitcommit",
		"c", "clojure", "cpp", "cs", "css", "dart", "elixir", "erlang", "fortran", "go", "haskell", "html", "java",
		"javascript", "javascriptreact", "julia", "kotlin", "lisp", "lua", "make", "ocaml", "perl", "php", "python", "r",
		"ruby", "rust", "scala", "scheme", "sh", "sql", "swift", "typescript", "typescriptreact", "vim", "zig",
	},
	-- Breviate looks at open buffers alone: no root is needed and one server serves all. This is asked whether to start.
	root_dir = function(buffer, start)
		require("breviate.server").may_start(buffer, start)
	end,
	init_options = { didChangeNotes = true },
	handlers = {
		["breviate/didChangeNotes"] = function(_, params)
			require("breviate.changes").arrived(params)
		end,
	},
	-- What lenses and code actions name: their notes appear where those of `:Breviate` do.
	commands = {
		["breviate.summarise"] = function(command, context)
			require("breviate.summarise").from_command(command, context)
		end,
		["breviate.showNotes"] = function(command, context)
			require("breviate.show_notes").from_command(command, context)
		end,
	},
	on_exit = function(_, _, client)
		vim.schedule(function()
			require("breviate.server").ended(client)
		end)
	end,
}
