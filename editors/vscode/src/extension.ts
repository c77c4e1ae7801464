import * as vscode from 'vscode';
import { State, type LanguageClient } from 'vscode-languageclient/node';
import { makeClient } from './client';
import { ask, commands, type Breviate } from './commands';
import { NotesPages, scheme } from './notesPage';
import { RunProgress } from './progress';
import type { Report } from './report';
import { findServer } from './server';
import { StatusBar } from './statusBar';

let extension: Extension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  extension = new Extension(context);
  context.subscriptions.push(extension);
  await extension.start();
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
  extension = undefined;
}

/** Owns the one client and what is shown of it. */
class Extension implements Breviate, vscode.Disposable {
  readonly pages: NotesPages;
  private readonly output = vscode.window.createOutputChannel('Breviate', 'log');
  private readonly progress: RunProgress;
  private readonly statusBar: StatusBar;
  private readonly subscriptions: vscode.Disposable[];
  private running: LanguageClient | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.pages = new NotesPages(async (page) => {
      const answer = await this.running?.sendRequest<{ text: string }>('workspace/textDocumentContent', { uri: page.toString() });
      return answer?.text;
    });
    this.progress = new RunProgress((token) => void this.running?.sendNotification('window/workDoneProgress/cancel', { token }));
    this.statusBar = new StatusBar(async (uri) => (this.running ? ask<Report>(this, 'breviate.notes', { uri: uri.toString() }) : undefined));
    this.subscriptions = [
      ...commands.map(([id, run]) => vscode.commands.registerCommand(id, () => run(this))),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.focus(editor)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('breviate.server')) void this.restart();
        else if (change.affectsConfiguration('breviate')) this.statusBar.refresh(300);
      }),
    ];
  }

  /** The running client; a person who asked for something is told why there is none. */
  async client(): Promise<LanguageClient | undefined> {
    if (!this.running) await this.start();
    return this.running;
  }

  async start(): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('breviate.server');
    const found = findServer(configuration.get('path', ''), this.context.extensionPath, process.env);
    if ('problem' in found) return this.tellMissing(found.problem);
    const client = makeClient(found.path, configuration.get('arguments', []), {
      output: this.output,
      pages: this.pages,
      progress: this.progress,
      notesChanged: (uri) => {
        const active = vscode.window.activeTextEditor?.document.uri;
        if (active && sameText(active, uri)) this.statusBar.refresh();
      },
    });
    client.onDidChangeState((change) => {
      if (change.newState === State.Stopped) this.progress.endAll();
      this.statusBar.refresh();
    });
    this.running = client;
    try {
      await client.start();
    } catch (error) {
      this.running = undefined;
      const message = error instanceof Error ? error.message : String(error);
      void this.offer(`Breviate: ${found.path} did not start: ${message}`, 'Show Log', () => this.showLog());
      return;
    }
    this.focus(vscode.window.activeTextEditor);
    this.statusBar.refresh();
  }

  async stop(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    this.progress.endAll();
    await client?.stop();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  showLog(): void {
    this.output.show(true);
  }

  dispose(): void {
    this.statusBar.dispose();
    this.pages.dispose();
    this.output.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Tells the server which text a person looks at. */
  private focus(editor: vscode.TextEditor | undefined): void {
    if (!editor || editor.document.uri.scheme === scheme || !this.running?.isRunning()) return;
    void this.running.sendNotification('breviate/didFocus', { uri: editor.document.uri.toString() });
  }

  private tellMissing(problem: string): void {
    void this.offer(
      `Breviate cannot start: ${problem}. Build it with "swift build -c release" and put .build/release/breviate on your PATH, or name it in breviate.server.path.`,
      'Open Settings',
      () => void vscode.commands.executeCommand('workbench.action.openSettings', 'breviate.server.path'),
    );
  }

  private async offer(message: string, action: string, act: () => void): Promise<void> {
    if ((await vscode.window.showErrorMessage(message, action)) === action) act();
  }
}

/** Whether an address of the server's means this one; the two may escape it differently. */
function sameText(uri: vscode.Uri, other: string): boolean {
  return uri.toString() === vscode.Uri.parse(other, true).toString();
}
