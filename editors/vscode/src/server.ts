import * as fs from 'node:fs';
import * as path from 'node:path';

/** Where the server's program is, or what to tell a person about its absence. */
export type Found = { path: string } | { problem: string };

/**
 * Finds the server: the one that the settings name, else the one that came with the extension, else the first on PATH.
 *
 * A setting that leads nowhere is an error and not passed over: another program than the one asked for would be a
 * surprise.
 */
export function findServer(configured: string, extensionFolder: string, environment: NodeJS.ProcessEnv): Found {
  const home = environment['HOME'] ?? '';
  const name = configured.trim();
  if (name !== '') {
    const wanted = name.startsWith('~/') ? path.join(home, name.slice(2)) : name;
    if (path.isAbsolute(wanted)) {
      return isProgram(wanted) ? { path: wanted } : { problem: `breviate.server.path is ${name}, which is no program` };
    }
    const found = wanted.includes(path.sep) ? undefined : onPath(wanted, environment);
    return found ? { path: found } : { problem: `breviate.server.path is ${name}, which is not on PATH` };
  }
  const bundled = path.join(extensionFolder, 'server', 'breviate');
  if (isProgram(bundled)) return { path: bundled };
  const found = onPath('breviate', environment);
  return found ? { path: found } : { problem: 'its server, the program "breviate", is not on your PATH' };
}

function onPath(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return (environment['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false; // Absent or not ours to run: both mean "not this one".
  }
}
