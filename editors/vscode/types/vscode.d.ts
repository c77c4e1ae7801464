// What the extension uses of the editor's API (1.82), for checking types where @types/vscode is not installed.

declare module 'vscode' {
  type Thenable<T> = PromiseLike<T>;
  type ProviderResult<T> = T | undefined | null | Thenable<T | undefined | null>;

  interface Disposable {
    dispose(): unknown;
  }
  type Event<T> = (listener: (value: T) => unknown) => Disposable;
  class EventEmitter<T> implements Disposable {
    readonly event: Event<T>;
    fire(value: T): void;
    dispose(): void;
  }
  interface CancellationToken {
    isCancellationRequested: boolean;
    onCancellationRequested: Event<unknown>;
  }
  class CancellationTokenSource {
    readonly token: CancellationToken;
  }

  class Uri {
    static parse(value: string, strict?: boolean): Uri;
    static from(parts: { scheme: string; path?: string; query?: string }): Uri;
    readonly scheme: string;
    readonly path: string;
    readonly query: string;
    toString(skipEncoding?: boolean): string;
  }
  class Position {
    constructor(line: number, character: number);
    readonly line: number;
    readonly character: number;
  }
  class Range {
    constructor(start: Position, end: Position);
    constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
    readonly start: Position;
    readonly end: Position;
    readonly isEmpty: boolean;
  }
  class Selection extends Range {
    readonly active: Position;
  }

  interface TextLine {
    readonly lineNumber: number;
    readonly text: string;
    readonly firstNonWhitespaceCharacterIndex: number;
  }
  interface TextDocument {
    readonly uri: Uri;
    readonly languageId: string;
    readonly version: number;
    getText(range?: Range): string;
    lineAt(line: number): TextLine;
    offsetAt(position: Position): number;
    positionAt(offset: number): Position;
  }
  enum TextEditorRevealType {
    AtTop = 3,
  }
  enum ViewColumn {
    Beside = -2,
  }
  interface TextEditor {
    readonly document: TextDocument;
    readonly viewColumn: ViewColumn | undefined;
    selection: Selection;
    revealRange(range: Range, type?: TextEditorRevealType): void;
  }
  class WorkspaceEdit {
    insert(uri: Uri, position: Position, text: string): void;
    replace(uri: Uri, range: Range, text: string): void;
  }

  interface OutputChannel extends Disposable {
    show(preserveFocus?: boolean): void;
  }
  enum StatusBarAlignment {
    Right = 2,
  }
  interface StatusBarItem extends Disposable {
    name: string | undefined;
    text: string;
    tooltip: string | undefined;
    command: string | undefined;
    show(): void;
    hide(): void;
  }
  enum ProgressLocation {
    Notification = 15,
  }
  interface QuickPickItem {
    label: string;
    description?: string;
    detail?: string;
  }
  interface MessageOptions {
    modal?: boolean;
    detail?: string;
  }
  interface TextDocumentShowOptions {
    viewColumn?: ViewColumn;
    preserveFocus?: boolean;
    preview?: boolean;
    selection?: Range;
  }
  interface TextDocumentContentProvider {
    onDidChange?: Event<Uri>;
    provideTextDocumentContent(uri: Uri): ProviderResult<string>;
  }
  class CodeLens {}

  namespace window {
    const activeTextEditor: TextEditor | undefined;
    const visibleTextEditors: readonly TextEditor[];
    const onDidChangeActiveTextEditor: Event<TextEditor | undefined>;
    function createOutputChannel(name: string, languageId?: string): OutputChannel;
    function createStatusBarItem(id: string, alignment?: StatusBarAlignment, priority?: number): StatusBarItem;
    function showTextDocument(document: TextDocument, options?: TextDocumentShowOptions): Thenable<TextEditor>;
    function showInformationMessage(message: string): Thenable<undefined>;
    function showErrorMessage<T extends string>(message: string, ...items: T[]): Thenable<T | undefined>;
    function showWarningMessage(message: string): Thenable<undefined>;
    function showWarningMessage<T extends string>(message: string, options: MessageOptions, ...items: T[]): Thenable<T | undefined>;
    function showQuickPick<T extends QuickPickItem>(
      items: readonly T[],
      options?: { title?: string; placeHolder?: string; matchOnDescription?: boolean; matchOnDetail?: boolean },
    ): Thenable<T | undefined>;
    function showInputBox(options?: { title?: string; prompt?: string }): Thenable<string | undefined>;
    function withProgress<R>(
      options: { location: ProgressLocation; title?: string; cancellable?: boolean },
      task: (progress: { report(value: { message?: string; increment?: number }): void }, token: CancellationToken) => Thenable<R>,
    ): Thenable<R>;
  }

  enum ConfigurationTarget {
    Global = 1,
  }
  interface WorkspaceConfiguration {
    get<T>(section: string): T | undefined;
    get<T>(section: string, defaultValue: T): T;
    update(section: string, value: unknown, target: ConfigurationTarget): Thenable<void>;
  }
  namespace workspace {
    const textDocuments: readonly TextDocument[];
    const onDidChangeTextDocument: Event<{ document: TextDocument }>;
    const onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
    function getConfiguration(section: string, scope?: Uri): WorkspaceConfiguration;
    function openTextDocument(uri: Uri): Thenable<TextDocument>;
    function applyEdit(edit: WorkspaceEdit): Thenable<boolean>;
    function registerTextDocumentContentProvider(scheme: string, provider: TextDocumentContentProvider): Disposable;
  }
  namespace commands {
    function registerCommand(id: string, run: (...args: unknown[]) => unknown): Disposable;
    function executeCommand(id: string, ...args: unknown[]): Thenable<unknown>;
  }
  namespace env {
    const clipboard: { writeText(value: string): Thenable<void> };
  }

  interface ExtensionContext {
    readonly subscriptions: Disposable[];
    readonly extensionPath: string;
  }
}
