import * as vscode from 'vscode';

export const scheme = 'breviate';

/** The address of a document's notes page, as the server makes it. */
export function pageAddress(document: vscode.Uri): vscode.Uri {
  const name = document.path.split('/').pop() || 'notes';
  return vscode.Uri.from({ scheme, path: `/notes/${name}.md`, query: document.toString() });
}

/** The document whose notes a page shows. */
export function pageSource(page: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(page.query, true);
}

/** Notes pages as documents that the server holds: read when shown, read again when the notes have changed. */
export class NotesPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  /** @param read asks the server for a page's text; undefined while it is not running. */
  constructor(private readonly read: (page: vscode.Uri) => Promise<string | undefined>) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(page: vscode.Uri): Promise<string> {
    return (await this.read(page)) ?? 'The Breviate server is not running, so there are no notes to show.\n';
  }

  /** The notes on these pages have changed; an address may be spelt in the server's way. */
  refresh(page: vscode.Uri): void {
    const source = page.query;
    for (const open of vscode.workspace.textDocuments) {
      if (open.uri.scheme === scheme && open.uri.query === source) this.changed.fire(open.uri);
    }
  }

  /** Shows a page beside the text, at a line from 0, and leaves the cursor where it is. */
  async show(page: vscode.Uri, line: number, takeFocus: boolean): Promise<void> {
    const document = await vscode.workspace.openTextDocument(page);
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === page.toString());
    const place = new vscode.Range(line, 0, line, 0);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
      preserveFocus: !takeFocus,
      preview: true,
      selection: place,
    });
    editor.revealRange(place, vscode.TextEditorRevealType.AtTop);
  }

  dispose(): void {
    this.changed.dispose();
    this.registration.dispose();
  }
}
