// Whole stories against the real server: what the extension registers, sends and shows.

const { after, afterEach, before, test } = require('node:test');
const assert = require('node:assert/strict');
const { load, vscode, LanguageClient, folder } = require('./loading');
const { screen, window, workspace, commands, Range, Selection } = vscode;
const extension = load('extension.js');

const context = { subscriptions: [], extensionPath: folder };
const sentence = (n) => `In ${1900 + n} the kiln number ${n} was fired at ${1000 + n} degrees by Anna Roth of the northern works.`;
const sentences = (from, to) => Array.from({ length: to - from }, (_, n) => sentence(from + n)).join('\n');

/** Resolves when a condition holds; checked after everything that happens. */
function until(what, holds) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => finish(() => reject(new Error(`waited in vain: ${what}`))), 20_000);
    const listener = screen.happened.event(() => check());
    const finish = (then) => {
      clearTimeout(late);
      listener.dispose();
      then();
    };
    const check = () => holds() && finish(resolve);
    check();
  });
}

const client = () => LanguageClient.last;
const sent = (method) => client().sent.filter((message) => message.method === method);
const page = () => workspace.textDocuments.find((document) => document.uri.scheme === 'breviate');
const run = (name) => commands.executeCommand(`breviate.editor.${name}`);
const status = (pattern) => until(`status ${pattern}`, () => screen.statusBar.shown && pattern.test(screen.statusBar.text ?? ''));

before(async () => {
  screen.settings['server.path'] = process.env.BREVIATE_BIN;
  await extension.activate(context);
});
after(() => extension.deactivate());
afterEach(() => {
  screen.messages.length = 0;
  screen.answers.length = 0;
  screen.progress.length = 0;
});

test('the server gets the settings that are set, and only those that it knows', async () => {
  const { initializationOptions } = sent('initialize')[0].params;
  assert.deepEqual(initializationOptions, { hover: 'firstLine', didChangeNotes: true });
  screen.set('passageTokens', 300);
  await until('the section was pulled', () => client().sent.some((message) => message.result?.[0]?.passageTokens === 300));
  assert.deepEqual(screen.messages, []);
});

test('a document is priced in the status bar, summarized, shown beside its text and kept up to date', async () => {
  const document = screen.open('/notes/kiln #1.md', 'markdown', `# Kilns\n\n${sentences(1, 60)}\n`);
  await screen.focus(document);
  assert.equal(sent('breviate/didFocus').at(-1).params.uri, document.uri.toString());
  await status(/tokens · \d+ passes · none/);
  await run('summarize');
  await until('the page has notes', () => /Anna Roth/.test(page()?.text ?? ''));
  assert.equal(page().uri.path, '/notes/kiln #1.md.md');
  assert.equal(window.activeTextEditor.document, document, 'the cursor stays in the text');
  await until('progress ended', () => screen.progress.length === 1 && screen.progress[0].ended);
  assert.ok(screen.progress[0].cancellable && screen.progress[0].location === 15);
  await status(/^\$\(note\) \d+ notes · none$/);
  screen.edit(document, new Range(4, 0, 4, 3), 'During');
  await status(/1 stale/);
  await run('update');
  await status(/^\$\(note\) \d+ notes · none$/);
});

test('a selection is summarized in the client’s own positions', async () => {
  const document = screen.open('/notes/selected.txt', 'plaintext', `${'😀 '.repeat(3)}${sentences(1, 30)}`);
  await screen.focus(document, new Selection(0, 0, 12, 0));
  await run('summarizeSelection');
  const { arguments: given } = sent('workspace/executeCommand').findLast((message) => message.params.command === 'breviate.summarise').params;
  assert.deepEqual(given[0].range, { start: { line: 0, character: 0 }, end: { line: 12, character: 0 } });
  await status(/note/);
  await screen.focus(document);
  await run('summarizeSelection');
  assert.match(screen.messages.at(-1).message, /select the text/);
});

test('notes are copied, inserted as the language has it, and put in place of their text', async () => {
  const text = `${sentences(1, 12)}\n\nlet end = 1\n`;
  const document = screen.open('/notes/code.swift', 'swift', text);
  await screen.focus(document, new Selection(13, 0, 13, 0));
  await run('summarize');
  await status(/1 note/);
  await run('copy');
  assert.match(screen.clipboard, /Anna Roth/);
  await screen.focus(document, new Selection(13, 0, 13, 0));
  await run('insert');
  assert.match(document.lineAt(13).text, /^\/\/ In 19/);
  await run('replace');
  assert.match(screen.messages.at(-1).message, /changed since/);
});

test('a passage is replaced by its note, and what stands around it stays', async () => {
  const document = screen.open('/notes/replaced.md', 'markdown', `${sentences(1, 12)}\n\n`);
  await screen.focus(document);
  await run('summarize');
  await status(/1 note/);
  await run('replace');
  assert.match(document.text, /^> In 19[^]*\.\n\n$/);
  assert.ok(document.text.split('\n').slice(0, -2).every((line) => line.startsWith('> ')));
});

test('a text that has moved on is left alone', async () => {
  const document = screen.open('/notes/moved.txt', 'plaintext', sentences(1, 12));
  await screen.focus(document);
  await run('summarize');
  await status(/1 note/);
  screen.edit(document, new Range(2, 0, 2, 2), 'By');
  const before = document.text;
  await run('insert');
  assert.equal(document.text, before);
  assert.match(screen.messages.at(-1).message, /changed since/);
});

test('the menu offers what can be done now', async () => {
  const document = screen.open('/notes/menu.txt', 'plaintext', sentences(1, 40));
  await screen.focus(document);
  await run('menu');
  assert.deepEqual(screen.picks.at(-1).map((row) => row.label.replace(/^\$\(.*?\) /, '')), ['Summarize Document', 'Select Model…']);
  screen.answers.push('Summarize Document');
  await run('menu');
  await status(/^\$\(note\) \d+ notes?/);
  await run('menu');
  assert.ok(screen.picks.at(-1).some((row) => row.label.includes('Show Notes')));
});

test('another model is chosen from those that the server knows, as the user’s own setting', async () => {
  screen.answers.push('built-in note taker');
  await run('model');
  assert.ok(screen.picks.at(-1).some((row) => /\(in use\)/.test(row.description)));
  assert.equal(screen.settings.model, 'none');
  screen.set('model', '');
});

test('lenses are shown as the setting says', async () => {
  const { provideCodeLenses } = client().middleware;
  const lenses = async (count) => (await provideCodeLenses({ uri: vscode.Uri.file('/x') }, null, () => Array(count).fill({}))).length;
  for (const [setting, given, shown] of [['all', 1, 1], ['notes', 1, 0], ['notes', 4, 4], ['off', 4, 0]]) {
    screen.set('codeLens', setting);
    assert.equal(await lenses(given), shown, `${setting}, ${given}`);
  }
  screen.set('codeLens', 'all');
});

test('the relaxed filter is used only after the person agreed', async () => {
  const asked = () => sent('workspace/executeCommand').filter((message) => message.params.command === 'breviate.retry').length;
  const count = asked();
  const retry = { uri: 'file:///notes/menu.txt', passage: 'none-such', relaxed: true };
  await commands.executeCommand('breviate.retry', retry);
  assert.equal(screen.messages.at(-1).kind, 'modal');
  assert.equal(asked(), count);
  screen.answers.push('Retry with the Relaxed Filter');
  await commands.executeCommand('breviate.retry', retry);
  assert.equal(asked(), count + 1);
});

test('a server that is missing is told of with what to do, and found once it is there', async () => {
  screen.answers.push('Open Settings');
  let opened;
  commands.registerCommand('workbench.action.openSettings', (query) => (opened = query));
  screen.set('server.path', '/no/such/breviate');
  await until('told', () => screen.messages.some(({ kind, message }) => kind === 'error' && /cannot start/.test(message)));
  await until('settings', () => opened === 'breviate.server.path');
  screen.set('server.path', process.env.BREVIATE_BIN);
  const document = screen.open('/notes/again.txt', 'plaintext', sentences(1, 40));
  await screen.focus(document);
  await status(/passes/);
});
