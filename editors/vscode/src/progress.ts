import * as vscode from 'vscode';
import type { ProgressToken, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from 'vscode-languageclient/node';

type Value = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Shown {
  report(value: { message?: string; increment?: number }): void;
  end(): void;
  percentage: number;
}

/**
 * The server's progress as notifications that can be cancelled: the client's own stand in the status bar, where
 * nothing can.
 */
export class RunProgress {
  private readonly shown = new Map<ProgressToken, Shown>();

  constructor(private readonly cancel: (token: ProgressToken) => void) {}

  handle(token: ProgressToken, value: Value): void {
    if (value.kind === 'begin') return this.begin(token, value);
    const shown = this.shown.get(token);
    if (!shown) return;
    if (value.kind === 'end') {
      this.shown.delete(token);
      shown.end();
      return;
    }
    const percentage = Math.max(shown.percentage, value.percentage ?? shown.percentage);
    shown.report({ ...(value.message === undefined ? {} : { message: value.message }), increment: percentage - shown.percentage });
    shown.percentage = percentage;
  }

  /** Takes every notification away: the server is gone, and nothing else will. */
  endAll(): void {
    for (const shown of this.shown.values()) shown.end();
    this.shown.clear();
  }

  private begin(token: ProgressToken, value: WorkDoneProgressBegin): void {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: value.title,
      cancellable: value.cancellable ?? false,
    };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      cancelled.onCancellationRequested(() => this.cancel(token));
      return new Promise<void>((resolve) => {
        this.shown.set(token, { report: (step) => progress.report(step), end: resolve, percentage: value.percentage ?? 0 });
        if (value.message !== undefined) progress.report({ message: value.message });
      });
    });
  }
}
