const { test } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { load, folder } = require('./loading');
const { placed } = load('placing.js');
const { findServer } = load('server.js');
const { statusText } = load('statusBar.js');

test('a note takes the form of the language that it is put into', () => {
  const rows = [
    ['One line.', 'plaintext', '', 'One line.\n'],
    ['One line.', 'markdown', '', '> One line.\n'],
    ['One.\n\nTwo.', 'markdown', '', '> One.\n>\n> Two.\n'],
    ['One.\r\nTwo.', 'swift', '  ', '  // One.\n  // Two.\n'],
    ['One line.', 'python', '\t', '\t# One line.\n'],
    ['One line.', 'lua', '', '-- One line.\n'],
    ['One line.', 'latex', '', '% One line.\n'],
    ['One line.', 'constructor', '', 'One line.\n'],
  ];
  for (const [text, language, indent, expected] of rows) assert.equal(placed(text, language, indent), expected, language);
});

test('a comment is wrapped at a hundred columns and loses no word', () => {
  const text = 'word '.repeat(60).trim();
  const lines = placed(text, 'rust', '    ').trimEnd().split('\n');
  assert.ok(lines.length > 1 && lines.every((line) => line.length <= 100 && line.startsWith('    // ')));
  assert.equal(lines.map((line) => line.slice(7)).join(' '), text);
});

test('the server is the one set, else the bundled one, else the first on PATH', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'breviate-find-'));
  try {
    const program = (...parts) => {
      const file = path.join(home, ...parts);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
      return file;
    };
    const onPath = program('bin', 'breviate');
    const own = program('own', 'breviate');
    const environment = { HOME: home, PATH: `relative:${path.join(home, 'none')}:${path.dirname(onPath)}` };
    const extension = path.join(home, 'extension');
    assert.deepEqual(findServer('', extension, environment), { path: onPath });
    assert.deepEqual(findServer(own, extension, environment), { path: own });
    assert.deepEqual(findServer('~/own/breviate', extension, environment), { path: own });
    assert.deepEqual(findServer('breviate', extension, environment), { path: onPath });
    const bundled = program('extension', 'server', 'breviate');
    assert.deepEqual(findServer('', extension, environment), { path: bundled });
    for (const wrong of ['/no/such/program', 'relative/breviate', 'no-such-program', home]) {
      assert.match(findServer(wrong, extension, environment).problem, /breviate\.server\.path/, wrong);
    }
    fs.rmSync(bundled);
    assert.match(findServer('', extension, { PATH: '' }).problem, /not on your PATH/);
  } finally {
    fs.rmSync(home, { recursive: true });
  }
});

test('the status bar says the price, how far the notes are, and what became of them', () => {
  const passages = (...states) =>
    states.map((state, index) => ({ number: index + 1, state, note: state === 'fresh' || state === 'stale' ? { provisional: false } : null }));
  const report = (exact, ...states) => ({
    model: { id: 'none' },
    plan: { tokens: { value: 9842, exact }, passes: 5 },
    passages: passages(...states),
  });
  const rows = [
    [report(true), '$(note) 9,842 tokens · 5 passes · none'],
    [report(false, 'waiting'), '$(note) ~9,842 tokens · 5 passes · none'],
    [report(true, 'fresh', 'running', 'waiting'), '$(sync~spin) 1 of 3 passes · none'],
    [report(true, 'fresh', 'fresh'), '$(note) 2 notes · none'],
    [report(true, 'fresh', 'stale', 'failed'), '$(note) 2 notes · 1 failed · 1 stale · none'],
    [{ ...report(true), plan: null }, '$(note) none'],
  ];
  for (const [given, expected] of rows) assert.equal(statusText(given), expected);
});

test('the manifest declares what it should and no more', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { commands, configuration, menus } = manifest.contributes;
  const settings = configuration.properties;
  assert.equal(manifest.browser, undefined, 'not for the web');
  for (const key of ['breviate.server.path', 'breviate.server.arguments', 'breviate.model']) {
    assert.equal(settings[key].scope, 'machine', key);
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(key), key);
  }
  const ids = commands.map((command) => command.command);
  assert.ok(ids.every((id) => id.startsWith('breviate.editor.')), 'none of the server’s own ids');
  for (const { command } of Object.values(menus).flat()) assert.ok(ids.includes(command), command);
  assert.ok(commands.some((command) => command.title === 'Summarize Selection'));
  assert.ok(!/summaris/i.test(commands.map((command) => command.title).join()));
});
