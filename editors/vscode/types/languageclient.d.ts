// What the extension uses of vscode-languageclient 9, for checking types where it is not installed.

declare module 'vscode-languageclient/node' {
  import type * as vscode from 'vscode';

  type ProgressToken = number | string;
  interface WorkDoneProgressBegin {
    kind: 'begin';
    title: string;
    cancellable?: boolean;
    message?: string;
    percentage?: number;
  }
  interface WorkDoneProgressReport {
    kind: 'report';
    cancellable?: boolean;
    message?: string;
    percentage?: number;
  }
  interface WorkDoneProgressEnd {
    kind: 'end';
    message?: string;
  }

  enum TransportKind {
    stdio = 0,
  }
  enum RevealOutputChannelOn {
    Never = 4,
  }
  enum State {
    Stopped = 1,
    Running = 2,
    Starting = 3,
  }
  interface Executable {
    command: string;
    args?: string[];
    transport?: TransportKind;
  }
  interface ClientCapabilities {
    workspace?: object;
  }
  interface StaticFeature {
    fillClientCapabilities(capabilities: ClientCapabilities): void;
    initialize(): void;
    getState(): { kind: 'static' };
    clear(): void;
  }
  interface ShowDocumentParams {
    uri: string;
    takeFocus?: boolean;
    selection?: { start: { line: number } };
  }
  interface Middleware {
    handleWorkDoneProgress?: (
      token: ProgressToken,
      params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd,
      next: (token: ProgressToken, params: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd) => void,
    ) => void;
    workspace?: {
      configuration?: (
        params: { items: { section?: string }[] },
        token: vscode.CancellationToken,
        next: (params: { items: { section?: string }[] }, token: vscode.CancellationToken) => unknown,
      ) => unknown;
    };
    window?: {
      showDocument?: (
        params: ShowDocumentParams,
        next: (params: ShowDocumentParams, token: vscode.CancellationToken) => Promise<{ success: boolean }>,
      ) => Promise<{ success: boolean }>;
    };
    executeCommand?: (command: string, parameters: unknown[], next: (command: string, parameters: unknown[]) => unknown) => unknown;
    provideCodeLenses?: (
      document: vscode.TextDocument,
      token: vscode.CancellationToken,
      next: (document: vscode.TextDocument, token: vscode.CancellationToken) => vscode.ProviderResult<vscode.CodeLens[]>,
    ) => vscode.ProviderResult<vscode.CodeLens[]>;
  }
  interface LanguageClientOptions {
    documentSelector?: { scheme: string; language?: string }[];
    initializationOptions?: unknown;
    synchronize?: { configurationSection?: string };
    outputChannel?: vscode.OutputChannel;
    revealOutputChannelOn?: RevealOutputChannelOn;
    middleware?: Middleware;
  }
  class LanguageClient {
    constructor(id: string, name: string, server: { run: Executable; debug: Executable }, options: LanguageClientOptions);
    readonly code2ProtocolConverter: { asRange(range: vscode.Range): { start: object; end: object } };
    readonly onDidChangeState: vscode.Event<{ oldState: State; newState: State }>;
    registerFeature(feature: StaticFeature): void;
    onRequest<P>(method: string, handler: (params: P) => unknown): vscode.Disposable;
    onNotification<P>(method: string, handler: (params: P) => void): vscode.Disposable;
    sendRequest<R>(method: string, params: unknown): Promise<R>;
    sendNotification(method: string, params: unknown): Promise<void>;
    start(): Promise<void>;
    stop(): Promise<void>;
    isRunning(): boolean;
  }
}
