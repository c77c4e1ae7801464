// Builds the extension with the editor and its client left out, and runs the tests against stand-ins for both.
// BREVIATE_BIN names the server; without it the release build of this repository is taken.

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const folder = path.join(__dirname, '..');
const built = fs.mkdtempSync(path.join(os.tmpdir(), 'breviate-vscode-'));

function run(command, args, env = {}) {
  const ended = spawnSync(command, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...env } });
  if (ended.error) throw ended.error;
  return ended.status ?? 1;
}

let status = 1;
try {
  const outfile = path.join(built, 'extension.js');
  const external = ['vscode', 'vscode-languageclient/node'].map((name) => `--external:${name}`);
  const bundle = (entry, to) =>
    run('esbuild', [entry, '--bundle', '--platform=node', '--target=node18', '--format=cjs', '--log-level=warning', ...external, `--outfile=${to}`]);
  status =
    run('tsc', ['-p', 'types/tsconfig.json']) ||
    bundle('src/extension.ts', outfile) ||
    bundle('src/placing.ts', path.join(built, 'placing.js')) ||
    bundle('src/server.ts', path.join(built, 'server.js')) ||
    bundle('src/statusBar.ts', path.join(built, 'statusBar.js')) ||
    run(process.execPath, ['--test', '--test-reporter=tap', 'test/pure.test.js', 'test/session.test.js'], {
      BREVIATE_VSCODE: built,
      BREVIATE_BIN: process.env.BREVIATE_BIN ?? path.join(folder, '../../.build/release/breviate'),
      // The user's own settings and notes are none of a test's business.
      HOME: built,
      XDG_CONFIG_HOME: path.join(built, 'config'),
      XDG_CACHE_HOME: path.join(built, 'cache'),
      XDG_RUNTIME_DIR: built,
    });
} finally {
  fs.rmSync(built, { recursive: true, force: true });
}
process.exit(status);
