import * as vscode from 'vscode';
import type { DocumentReport, Report } from './report';

const number = (value: number) => value.toLocaleString('en-US');
const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

/** What the status bar says of a document: what notes would take, how far they are, or what became of them. */
export function statusText(report: DocumentReport): string {
  const { plan, passages, model } = report;
  const active = passages.filter((passage) => passage.state === 'running' || passage.state === 'waiting');
  const noted = passages.filter((passage) => passage.note && !passage.note.provisional);
  if (passages.some((passage) => passage.state === 'running')) {
    return `$(sync~spin) ${number(passages.length - active.length)} of ${count(passages.length, 'pass', 'passes')} · ${model.id}`;
  }
  const failed = passages.filter((passage) => passage.state === 'failed').length;
  const stale = passages.filter((passage) => passage.state === 'stale').length;
  if (noted.length + failed > 0) {
    const words = [`$(note) ${count(noted.length, 'note', 'notes')}`];
    if (failed > 0) words.push(`${number(failed)} failed`);
    if (stale > 0) words.push(`${number(stale)} stale`);
    return [...words, model.id].join(' · ');
  }
  if (!plan) return `$(note) ${model.id}`;
  const tokens = `${plan.tokens.exact ? '' : '~'}${count(plan.tokens.value, 'token', 'tokens')}`;
  return `$(note) ${tokens} · ${count(plan.passes, 'pass', 'passes')} · ${model.id}`;
}

/** The item in the status bar: follows the active editor, its edits and its notes. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('breviate.status', vscode.StatusBarAlignment.Right, 100);
  private readonly subscriptions: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions asked, so that a late answer to an older one is dropped. */
  private question = 0;

  /**
   * @param report asks the server for a document's report; undefined while it is not running.
   */
  constructor(private readonly report: (uri: vscode.Uri) => Promise<Report | undefined>) {
    this.item.name = 'Breviate';
    this.item.command = 'breviate.editor.menu';
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === vscode.window.activeTextEditor?.document) this.refresh(600);
      }),
    ];
  }

  /** Asks again, after a pause in milliseconds in which more may change. */
  refresh(pause = 50): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), pause);
  }

  private async update(): Promise<void> {
    const question = ++this.question;
    const document = vscode.window.activeTextEditor?.document;
    const answer = document && document.uri.scheme !== 'breviate' ? await this.report(document.uri) : undefined;
    if (question !== this.question) return;
    const report = answer?.documents[0];
    if (!report) return this.item.hide();
    this.item.text = statusText(report);
    this.item.tooltip = tooltip(report);
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function tooltip(report: DocumentReport): string {
  const { plan, model } = report;
  const lines = [`Breviate: ${model.id}`];
  if (model.contextWindow !== null) {
    lines.push(`Context window ${number(model.contextWindow)} tokens${model.windowAssumed ? ' (assumed)' : ''}`);
  }
  if (plan) {
    lines.push(`${count(plan.passes, 'pass', 'passes')}, ${number(plan.inputBudget)} tokens of text fit in one`);
    if (plan.estimatedSeconds !== null) lines.push(`About ${number(Math.ceil(plan.estimatedSeconds))} s`);
  }
  for (const passage of report.passages) {
    if (passage.failure) lines.push(`${number(passage.number)}: ${passage.failure.title}`);
    if (lines.length > 12) break;
  }
  return [...lines, 'Click for what can be done'].join('\n');
}
