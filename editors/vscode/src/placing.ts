// A note as text of the document that it is put into.

/** How a line is made a comment, by language id; prose languages stand in `quotes`. */
const comments = new Map<string, string>(
  (
    [
      ['//', 'c cpp csharp cuda-cpp dart fsharp go groovy java javascript javascriptreact jsonc kotlin objective-c php rust scala swift typescript typescriptreact zig'],
      ['#', 'coffeescript dockerfile elixir git-commit julia makefile perl powershell python r ruby shellscript tcl toml yaml'],
      ['--', 'ada elm haskell lua sql vhdl'],
      [';', 'clojure ini lisp scheme'],
      ['%', 'bibtex erlang latex matlab tex'],
      ["'", 'vb'],
    ] as const
  ).flatMap(([token, languages]) => languages.split(' ').map((language) => [language, token] as const)),
);

const quotes = new Map([['markdown', '> '], ['quarto', '> ']]);

/**
 * A note in the form that fits a language: a comment in code, a quote in Markdown, plain lines elsewhere.
 *
 * It always ends with a line break, since it is put between lines.
 */
export function placed(text: string, languageId: string, indent = ''): string {
  const comment = comments.get(languageId);
  const mark = comment !== undefined ? `${comment} ` : (quotes.get(languageId) ?? '');
  const width = mark === '' ? Infinity : 100 - indent.length - mark.length;
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => (line === '' ? [''] : wrapped(line, width)));
  return lines.map((line) => `${indent}${mark}${line}`.trimEnd() + '\n').join('');
}

function wrapped(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  lines.push(current);
  return lines;
}
