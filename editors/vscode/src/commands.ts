import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { pageAddress, pageSource, scheme, type NotesPages } from './notesPage';
import { placed } from './placing';
import type { DocumentReport, ModelRow, Note, Passage, Report, RunReply } from './report';

/** What the commands act on. */
export interface Breviate {
  /** The running client; undefined when there is none, of which the person has been told. */
  client(): Promise<LanguageClient | undefined>;
  pages: NotesPages;
  restart(): Promise<void>;
  showLog(): void;
}

/** A command of the extension: its id, distinct from the server's, which the client registers itself. */
type Command = readonly [id: string, run: (breviate: Breviate) => unknown];

export const commands: readonly Command[] = [
  ['breviate.editor.summarize', (breviate) => summarize(breviate)],
  ['breviate.editor.summarizeSelection', (breviate) => summarizeSelection(breviate)],
  ['breviate.editor.update', (breviate) => withSource((uri) => run(breviate, 'breviate.update', { uri }))],
  ['breviate.editor.notes', (breviate) => withSource((uri) => showNotes(breviate, uri))],
  ['breviate.editor.cancel', (breviate) => withSource((uri) => ask(breviate, 'breviate.cancel', { uri }))],
  ['breviate.editor.clear', (breviate) => withSource((uri) => ask(breviate, 'breviate.clearNotes', { uri }))],
  ['breviate.editor.model', (breviate) => selectModel(breviate)],
  ['breviate.editor.menu', (breviate) => showMenu(breviate)],
  ['breviate.editor.copy', (breviate) => copyNote(breviate)],
  ['breviate.editor.insert', (breviate) => placeNote(breviate, 'insert')],
  ['breviate.editor.replace', (breviate) => placeNote(breviate, 'replace')],
  ['breviate.editor.restart', (breviate) => breviate.restart()],
  ['breviate.editor.log', (breviate) => breviate.showLog()],
];

/** Asks the server; what goes wrong is shown, and then there is no answer. */
export async function ask<Answer>(breviate: Breviate, command: string, argument: object): Promise<Answer | undefined> {
  const client = await breviate.client();
  if (!client) return undefined;
  try {
    return await client.sendRequest<Answer>('workspace/executeCommand', { command, arguments: [argument] });
  } catch (error) {
    void vscode.window.showErrorMessage(`Breviate: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The text that a person means: the active editor's, or on a notes page the one that it is about. */
function source(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === scheme ? pageSource(uri) : uri;
}

async function withSource(act: (uri: string) => unknown): Promise<void> {
  const uri = source();
  if (uri) await act(uri.toString());
  else void vscode.window.showInformationMessage('Breviate: open a text first.');
}

// Runs

/** Starts a run and shows its page; why nothing was begun is said by the server itself. */
async function run(breviate: Breviate, command: string, argument: { uri: string }): Promise<void> {
  const reply = await ask<RunReply>(breviate, command, argument);
  if (reply?.run) await showNotes(breviate, argument.uri);
}

const summarize = (breviate: Breviate) => withSource((uri) => run(breviate, 'breviate.summarise', { uri }));

async function summarizeSelection(breviate: Breviate): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty) {
    void vscode.window.showInformationMessage('Breviate: select the text to summarize first.');
    return;
  }
  const client = await breviate.client();
  if (!client) return;
  const range = client.code2ProtocolConverter.asRange(editor.selection);
  await run(breviate, 'breviate.summarise', { uri: editor.document.uri.toString(), range } as { uri: string });
}

async function showNotes(breviate: Breviate, uri: string): Promise<void> {
  if (await breviate.client()) await breviate.pages.show(pageAddress(vscode.Uri.parse(uri, true)), 0, false);
}

// The menu behind the status bar

async function showMenu(breviate: Breviate): Promise<void> {
  const uri = source();
  const report = uri && (await reportOn(breviate, uri.toString()));
  const isActive = report?.passages.some((passage) => passage.state === 'running') ?? false;
  const hasNotes = report?.passages.some((passage) => passage.note) ?? false;
  const passes = report?.plan ? `${report.plan.passes} ${report.plan.passes === 1 ? 'pass' : 'passes'}` : '';
  const rows: (vscode.QuickPickItem & { command: string })[] = [];
  if (isActive) rows.push({ label: '$(debug-stop) Cancel Summarizing', command: 'breviate.editor.cancel' });
  else rows.push({ label: '$(note) Summarize Document', description: passes, command: 'breviate.editor.summarize' });
  if (vscode.window.activeTextEditor?.selection.isEmpty === false) {
    rows.push({ label: '$(selection) Summarize Selection', command: 'breviate.editor.summarizeSelection' });
  }
  if (hasNotes) {
    rows.push({ label: '$(open-preview) Show Notes', command: 'breviate.editor.notes' });
    if (!isActive) rows.push({ label: '$(refresh) Update Stale Notes', command: 'breviate.editor.update' });
    rows.push({ label: '$(trash) Clear Notes', command: 'breviate.editor.clear' });
  }
  rows.push({ label: '$(server) Select Model…', description: report?.model.id ?? '', command: 'breviate.editor.model' });
  const picked = await vscode.window.showQuickPick(rows, { title: 'Breviate', placeHolder: 'What to do with this text' });
  if (picked) await vscode.commands.executeCommand(picked.command);
}

/** The models that the server knows of, and a field for another; the choice is the user's setting. */
async function selectModel(breviate: Breviate): Promise<void> {
  const answer = await ask<{ current: string; models: ModelRow[] }>(breviate, 'breviate.models', {});
  if (!answer) return;
  const rows: (vscode.QuickPickItem & { id?: string })[] = answer.models.map((model) => ({
    label: model.displayName,
    description: model.id === answer.current ? `${model.id} (in use)` : model.id,
    detail: model.problem ?? (model.window === null ? '' : `Context window ${model.window.toLocaleString('en-US')} tokens${model.windowAssumed ? ' (assumed)' : ''}`),
    id: model.id,
  }));
  rows.push({ label: 'Another…', description: 'ollama:NAME or openai:URL#NAME' });
  const picked = await vscode.window.showQuickPick(rows, { title: 'Breviate: what writes the notes', matchOnDescription: true });
  if (!picked) return;
  const id = picked.id ?? (await vscode.window.showInputBox({ title: 'Breviate: model', prompt: 'auto, none, ollama:NAME or openai:URL#NAME' }));
  if (id) await vscode.workspace.getConfiguration('breviate').update('model', id.trim(), vscode.ConfigurationTarget.Global);
}

// What a person does with notes

async function reportOn(breviate: Breviate, uri: string): Promise<DocumentReport | undefined> {
  return (await ask<Report>(breviate, 'breviate.notes', { uri }))?.documents[0];
}

interface Choice extends vscode.QuickPickItem {
  text: string;
  passage?: Passage;
}

/** Lets a person choose among the notes; one note is no choice. */
async function chooseNote(report: DocumentReport, title: string): Promise<Choice | undefined> {
  const noted = report.passages.filter((passage): passage is Passage & { note: Note } => passage.note !== null);
  const choices: Choice[] = noted.map((passage) => ({
    label: `${passage.number}. ${passage.note.headline ?? passage.title ?? `Lines ${passage.range.start.line + 1}–${passage.range.end.line + 1}`}`,
    detail: passage.note.text.replace(/\s+/g, ' ').slice(0, 160),
    text: passage.note.text,
    passage,
  }));
  if (noted.length > 1) choices.unshift({ label: 'All notes', text: noted.map((passage) => passage.note.text).join('\n\n') });
  if (report.summary) choices.unshift({ label: 'Summary', detail: report.summary.text.replace(/\s+/g, ' ').slice(0, 160), text: report.summary.text });
  if (choices.length === 0) {
    void vscode.window.showInformationMessage('Breviate: there are no notes on this text yet.');
    return undefined;
  }
  return choices.length === 1 ? choices[0] : vscode.window.showQuickPick(choices, { title, matchOnDetail: true });
}

async function copyNote(breviate: Breviate): Promise<void> {
  await withSource(async (uri) => {
    const report = await reportOn(breviate, uri);
    const choice = report && (await chooseNote(report, 'Breviate: copy'));
    if (choice) await vscode.env.clipboard.writeText(choice.text);
  });
}

/**
 * Puts a note into its text: at the cursor's line, or in place of the passage that it is of.
 *
 * Refused when the text is another one than the notes are of: a range of it could mean anything.
 */
async function placeNote(breviate: Breviate, how: 'insert' | 'replace'): Promise<void> {
  await withSource(async (address) => {
    const report = await reportOn(breviate, address);
    const choice = report && (await chooseNote(report, `Breviate: ${how}`));
    if (!report || !choice) return;
    const uri = vscode.Uri.parse(address, true);
    const document = await vscode.workspace.openTextDocument(uri);
    const moved = report.version !== null && document.version !== report.version;
    if (moved || choice.passage?.state === 'stale') {
      void vscode.window.showWarningMessage('Breviate: the text has changed since, so nothing was put into it. Update the notes first.');
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    if (how === 'replace') {
      const range = noted(report, choice);
      // The passage reaches to the next one; the white space between them stays.
      const text = document.getText(range);
      const kept = text.length - text.trimEnd().length;
      const end = document.positionAt(document.offsetAt(range.end) - kept);
      edit.replace(uri, new vscode.Range(range.start, end), placed(choice.text, document.languageId).trimEnd());
    } else {
      const editor = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
      const line = document.lineAt(editor?.selection.active.line ?? 0);
      const indent = line.text.slice(0, line.firstNonWhitespaceCharacterIndex);
      edit.insert(uri, new vscode.Position(line.lineNumber, 0), placed(choice.text, document.languageId, indent));
    }
    if (!(await vscode.workspace.applyEdit(edit))) {
      void vscode.window.showWarningMessage('Breviate: the editor refused the change.');
      return;
    }
    await vscode.window.showTextDocument(document, { preserveFocus: false });
  });
}

/** The text that a note is of: its passage, or from the first to the last. */
function noted(report: DocumentReport, choice: Choice): vscode.Range {
  const first = choice.passage ?? report.passages[0];
  const last = choice.passage ?? report.passages[report.passages.length - 1];
  if (!first || !last) return new vscode.Range(0, 0, 0, 0);
  const { start } = first.range;
  const { end } = last.range;
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
