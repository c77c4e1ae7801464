// What the extension uses of Node, for checking types where @types/node is not installed.

declare namespace NodeJS {
  type ProcessEnv = Record<string, string | undefined>;
}

declare const process: { env: NodeJS.ProcessEnv };
declare function setTimeout(run: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number | undefined): void;

declare module 'node:fs' {
  const constants: { X_OK: number };
  function accessSync(file: string, mode: number): void;
  function statSync(file: string): { isFile(): boolean };
}

declare module 'node:path' {
  const sep: string;
  const delimiter: string;
  function join(...parts: string[]): string;
  function isAbsolute(path: string): boolean;
}
