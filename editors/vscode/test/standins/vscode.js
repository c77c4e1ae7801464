// A stand-in for the editor's API: documents, editors and settings that behave, and a record of what was shown.
// A question to the person is answered by `answers`, in turn; what is not expected is an error.

const path = require('node:path');

class Disposable {
  constructor(dispose = () => {}) {
    this.dispose = dispose;
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return new Disposable(() => this.listeners.delete(listener));
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class CancellationTokenSource {
  constructor() {
    this.emitter = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  }
  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
}

// The editor escapes more than it must; what matters here is that "?" and "#" in a query do not end it.
const escape = (text) => encodeURI(text).replace(/[?#]/g, encodeURIComponent);

class Uri {
  constructor(scheme, path, query) {
    Object.assign(this, { scheme, path, query });
  }
  static from({ scheme, path = '', query = '' }) {
    return new Uri(scheme, path, query);
  }
  static file(path) {
    return new Uri('file', path, '');
  }
  static parse(value) {
    const match = /^([a-z][a-z0-9+.-]*):(\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(value);
    if (!match) throw new Error(`no URI: ${value}`);
    return new Uri(match[1], decodeURIComponent(match[3]), decodeURIComponent(match[4] ?? ''));
  }
  toString() {
    const authority = this.scheme === 'file' ? '//' : '';
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}:${authority}${escape(this.path)}${query}`;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...parts) {
    const [start, end] = parts.length === 2 ? parts : [new Position(parts[0], parts[1]), new Position(parts[2], parts[3])];
    Object.assign(this, { start, end });
  }
  get isEmpty() {
    return this.start.line === this.end.line && this.start.character === this.end.character;
  }
}

class Selection extends Range {
  get active() {
    return this.end;
  }
}

class TextDocument {
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, version: 1 });
  }
  get starts() {
    return [0, ...[...this.text.matchAll(/\n/g)].map((match) => match.index + 1)];
  }
  offsetAt({ line, character }) {
    const starts = this.starts;
    if (line >= starts.length) return this.text.length;
    return Math.min(starts[line] + character, starts[line + 1] === undefined ? this.text.length : starts[line + 1] - 1);
  }
  positionAt(offset) {
    const starts = this.starts;
    const line = starts.findLastIndex((start) => start <= offset);
    return new Position(line, offset - starts[line]);
  }
  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  lineAt(lineNumber) {
    const text = this.text.split('\n')[lineNumber] ?? '';
    return { lineNumber, text, firstNonWhitespaceCharacterIndex: text.length - text.trimStart().length };
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  insert(uri, position, text) {
    this.edits.push({ uri, range: new Range(position, position), text });
  }
  replace(uri, range, text) {
    this.edits.push({ uri, range, text });
  }
}

const events = Object.fromEntries(
  ['activeEditor', 'opened', 'changed', 'closed', 'configuration'].map((name) => [name, new EventEmitter()]),
);

/** Fires when anything has happened that a test may wait for. */
const happened = new EventEmitter();

/** A record that tells when it is written to. */
const told = (record) =>
  new Proxy(record, {
    set(target, key, value) {
      target[key] = value;
      happened.fire();
      return true;
    },
  });

/** What the tests see and say. */
const screen = {
  happened,
  settings: {},
  answers: [],
  messages: [],
  picks: [],
  progress: [],
  statusBar: null,
  commands: new Map(),
  providers: new Map(),
  clipboard: '',
  open(file, languageId, text) {
    const document = new TextDocument(typeof file === 'string' ? Uri.file(file) : file, languageId, text);
    workspace.textDocuments.push(document);
    events.opened.fire(document);
    return document;
  },
  async focus(document, selection = new Selection(0, 0, 0, 0)) {
    return window.showTextDocument(document, { selection });
  },
  edit(document, range, text) {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    document.text = document.text.slice(0, start) + text + document.text.slice(end);
    document.version += 1;
    events.changed.fire({ document, contentChanges: [{ range, text }] });
  },
  set(key, value) {
    screen.settings[key] = value;
    events.configuration.fire({ affectsConfiguration: (section) => `breviate.${key}`.startsWith(section) });
  },
};

function answer(kind, message, items) {
  screen.messages.push({ kind, message });
  happened.fire();
  return Promise.resolve(items.length === 0 ? undefined : screen.answers.shift());
}

const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  onDidChangeActiveTextEditor: events.activeEditor.event,
  createOutputChannel: () => ({ show() {}, append() {}, appendLine() {}, dispose() {} }),
  createStatusBarItem: () => {
    screen.statusBar = told({ shown: false, show() { this.shown = true; }, hide() { this.shown = false; }, dispose() {} });
    return screen.statusBar;
  },
  async showTextDocument(document, options = {}) {
    let editor = window.visibleTextEditors.find((editor) => editor.document === document);
    if (!editor) {
      editor = { document, viewColumn: options.viewColumn ?? 1, revealRange() {} };
      window.visibleTextEditors.push(editor);
    }
    if (options.selection || !editor.selection) {
      const { start, end } = options.selection ?? new Range(0, 0, 0, 0);
      editor.selection = new Selection(start, end);
    }
    if (!options.preserveFocus) {
      window.activeTextEditor = editor;
      events.activeEditor.fire(editor);
    }
    return editor;
  },
  showInformationMessage: (message, ...items) => answer('information', message, items),
  showErrorMessage: (message, ...items) => answer('error', message, items),
  showWarningMessage: (message, ...rest) => {
    const options = typeof rest[0] === 'object' ? rest.shift() : {};
    return answer(options.modal ? 'modal' : 'warning', message, rest);
  },
  async showQuickPick(items) {
    screen.picks.push(items);
    const wanted = screen.answers.shift();
    return items.find((item) => item.label.includes(wanted));
  },
  showInputBox: async () => screen.answers.shift(),
  withProgress(options, task) {
    const source = new CancellationTokenSource();
    const shown = told({ ...options, reports: [], ended: false, cancel: () => source.cancel() });
    screen.progress.push(shown);
    const done = task({ report: (value) => shown.reports.push(value) }, source.token);
    return done.then((value) => {
      shown.ended = true;
      return value;
    });
  },
};

const defaults = require(path.join(__dirname, '../../package.json')).contributes.configuration.properties;

const workspace = {
  textDocuments: [],
  onDidOpenTextDocument: events.opened.event,
  onDidChangeTextDocument: events.changed.event,
  onDidCloseTextDocument: events.closed.event,
  onDidChangeConfiguration: events.configuration.event,
  getConfiguration: (section) => ({
    get(key, otherwise) {
      const full = `${section}.${key}`;
      return screen.settings[full.replace(/^breviate\./, '')] ?? defaults[full]?.default ?? otherwise;
    },
    async update(key, value) {
      screen.set(`${section}.${key}`.replace(/^breviate\./, ''), value);
    },
  }),
  async openTextDocument(uri) {
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open) return open;
    const provider = screen.providers.get(uri.scheme);
    if (!provider) throw new Error(`nothing provides ${uri}`);
    const document = screen.open(uri, 'markdown', await provider.provideTextDocumentContent(uri));
    provider.onDidChange?.(async (changed) => {
      if (changed.toString() === uri.toString()) {
        document.text = await provider.provideTextDocumentContent(uri);
        document.version += 1;
        events.changed.fire({ document, contentChanges: [] });
        happened.fire();
      }
    });
    return document;
  },
  async applyEdit(edit) {
    for (const { uri, range, text } of edit.edits) screen.edit(await workspace.openTextDocument(uri), range, text);
    return true;
  },
  registerTextDocumentContentProvider(scheme, provider) {
    screen.providers.set(scheme, provider);
    return new Disposable(() => screen.providers.delete(scheme));
  },
};

const commands = {
  registerCommand(id, run) {
    if (screen.commands.has(id)) throw new Error(`command '${id}' already exists`);
    screen.commands.set(id, run);
    return new Disposable(() => screen.commands.delete(id));
  },
  async executeCommand(id, ...args) {
    const run = screen.commands.get(id);
    if (!run) throw new Error(`command '${id}' not found`);
    return run(...args);
  },
};

module.exports = {
  CancellationTokenSource,
  ConfigurationTarget: { Global: 1 },
  EventEmitter,
  Position,
  ProgressLocation: { Notification: 15 },
  Range,
  Selection,
  StatusBarAlignment: { Right: 2 },
  TextEditorRevealType: { AtTop: 3 },
  Uri,
  ViewColumn: { Beside: -2 },
  WorkspaceEdit,
  commands,
  env: { clipboard: { writeText: async (text) => void (screen.clipboard = text) } },
  screen,
  window,
  workspace,
};
