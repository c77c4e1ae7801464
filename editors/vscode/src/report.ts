// The parts of the server's report that the editor shows (protocol-notes.md, "The report").

export interface Place {
  line: number;
  character: number;
}

export interface Note {
  text: string;
  headline: string | null;
  model: string;
  provisional: boolean;
}

export interface Passage {
  id: string;
  number: number;
  title: string | null;
  range: { start: Place; end: Place };
  state: 'waiting' | 'running' | 'fresh' | 'stale' | 'failed' | 'cancelled';
  note: Note | null;
  failure: { kind: string; title: string; detail: string; retry: boolean; relax: boolean } | null;
}

export interface DocumentReport {
  uri: string;
  version: number | null;
  model: { id: string; backend: string; contextWindow: number | null; windowAssumed: boolean };
  plan: {
    tokens: { value: number; exact: boolean };
    inputBudget: number;
    passes: number;
    combinePasses: number;
    estimatedSeconds: number | null;
  } | null;
  passages: Passage[];
  summary: Note | null;
}

export interface Report {
  documents: DocumentReport[];
}

/** What a command that starts a run answers. */
export interface RunReply {
  run: string | null;
  reason?: string;
}

/** A row of `breviate.models`. */
export interface ModelRow {
  id: string;
  displayName: string;
  available: boolean;
  window: number | null;
  windowAssumed: boolean;
  problem: string | null;
}
