import * as vscode from 'vscode';
import {
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
  type ClientCapabilities,
  type LanguageClientOptions,
  type Middleware,
  type StaticFeature,
} from 'vscode-languageclient/node';
import { type NotesPages, scheme } from './notesPage';
import type { RunProgress } from './progress';
import { serverSettings } from './settings';

/** What of the extension the messages of the server reach. */
export interface Surroundings {
  output: vscode.OutputChannel;
  pages: NotesPages;
  progress: RunProgress;
  notesChanged(uri: string): void;
}

/** A client for one server, not started; there is one for all folders, since the server walks none. */
export function makeClient(program: string, programArguments: string[], around: Surroundings): LanguageClient {
  const executable = { command: program, args: ['lsp', ...programArguments], transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file' }, { scheme: 'untitled' }, { scheme: 'vscode-vfs' }],
    initializationOptions: { ...serverSettings(), didChangeNotes: true },
    synchronize: { configurationSection: 'breviate' },
    outputChannel: around.output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: middleware(around),
  };
  const client = new LanguageClient('breviate', 'Breviate', { run: executable, debug: executable }, options);
  client.registerFeature(new ReadsPages());
  client.onRequest('workspace/textDocumentContent/refresh', (params: { uri: string }) => {
    around.pages.refresh(vscode.Uri.parse(params.uri));
    return null;
  });
  client.onNotification('breviate/didChangeNotes', (params: { uri: string }) => around.notesChanged(params.uri));
  return client;
}

/** Says that this client reads documents that the server holds: the notes pages. */
class ReadsPages implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const workspace: { textDocumentContent?: object } = (capabilities.workspace ??= {});
    workspace.textDocumentContent = {};
  }
  initialize(): void {}
  getState(): { kind: 'static' } {
    return { kind: 'static' };
  }
  clear(): void {}
}

function middleware(around: Surroundings): Middleware {
  return {
    handleWorkDoneProgress: (token, params) => around.progress.handle(token, params),
    workspace: {
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        if (!Array.isArray(answers)) return answers;
        return answers.map((answer: unknown, index) => (params.items[index]?.section === 'breviate' ? serverSettings() : answer));
      },
    },
    window: {
      showDocument: async (params, next) => {
        const address = vscode.Uri.parse(params.uri, true);
        if (address.scheme !== scheme) return next(params, new vscode.CancellationTokenSource().token);
        await around.pages.show(address, params.selection?.start.line ?? 0, params.takeFocus ?? false);
        return { success: true };
      },
    },
    executeCommand: async (command, parameters, next) => {
      if (command === 'breviate.retry' && (parameters[0] as { relaxed?: boolean } | undefined)?.relaxed === true) {
        if (!(await agreesToRelaxedFilter())) return undefined;
      }
      return next(command, parameters);
    },
    provideCodeLenses: async (document, token, next) => {
      const wanted = vscode.workspace.getConfiguration('breviate', document.uri).get<string>('codeLens', 'all');
      if (wanted === 'off') return [];
      const lenses = (await next(document, token)) ?? [];
      // Without notes there is one lens, what summarizing would take.
      return wanted === 'notes' && lenses.length <= 1 ? [] : lenses;
    },
  };
}

/** The relaxed filter is only ever an offer, and taken up by an explicit act. */
async function agreesToRelaxedFilter(): Promise<boolean> {
  const agree = 'Retry with the Relaxed Filter';
  const answer = await vscode.window.showWarningMessage(
    'The model’s safety filter blocked this passage. Ask again under its relaxed filter?',
    { modal: true, detail: 'It is meant for text that is already yours. It holds for this passage and this request only, and the note says so.' },
    agree,
  );
  return answer === agree;
}
