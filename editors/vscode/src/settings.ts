import * as vscode from 'vscode';

/** The settings that the server knows, as keys of the section `breviate`; the others are the extension's own. */
export const serverKeys = [
  'model',
  'contextWindow',
  'passageTokens',
  'maxAnswerTokens',
  'hover',
  'diagnostics.tooLong',
  'prewarm',
  'instructions',
] as const;

/**
 * The section as the server is to see it: what is unset is left out, so that the user's own config.json and the
 * server's defaults hold.
 */
export function serverSettings(): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration('breviate');
  const section: Record<string, unknown> = {};
  for (const key of serverKeys) {
    const value = configuration.get<unknown>(key);
    if (value === undefined || value === null || value === '') continue;
    const [outer, inner] = key.split('.');
    if (outer === undefined) continue;
    section[outer] = inner === undefined ? value : { [inner]: value };
  }
  return section;
}
