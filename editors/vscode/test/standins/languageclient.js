// A stand-in for vscode-languageclient 9: what the extension hands it reaches a real server, over its real pipes.
// Capabilities, the order of hooks and the registration of the server's commands are as that client has them.

const { spawn } = require('node:child_process');
const vscode = require('./vscode');

const State = { Stopped: 1, Running: 2, Starting: 3 };

class LanguageClient {
  constructor(id, name, serverOptions, clientOptions) {
    Object.assign(this, { id, name, serverOptions, clientOptions });
    this.features = [];
    this.handlers = new Map();
    this.waiting = new Map();
    this.sent = [];
    this.received = [];
    this.registered = [];
    this.lastId = 0;
    this.stateChanged = new vscode.EventEmitter();
    this.onDidChangeState = this.stateChanged.event;
    this.code2ProtocolConverter = {
      asRange: ({ start, end }) => ({
        start: { line: start.line, character: start.character },
        end: { line: end.line, character: end.character },
      }),
    };
    LanguageClient.last = this;
  }

  registerFeature(feature) {
    this.features.push(feature);
  }
  onRequest(method, handler) {
    this.handlers.set(method, handler);
    return { dispose() {} };
  }
  onNotification(method, handler) {
    return this.onRequest(method, handler);
  }
  isRunning() {
    return this.state === State.Running;
  }

  async start() {
    const { command, args } = this.serverOptions.run;
    this.move(State.Starting);
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    await new Promise((resolve, reject) => this.child.once('spawn', resolve).once('error', reject));
    this.child.on('exit', () => this.move(State.Stopped));
    this.buffer = Buffer.alloc(0);
    this.child.stdout.on('data', (data) => this.read(data));
    const capabilities = {
      general: { positionEncodings: ['utf-16'] },
      workspace: {
        applyEdit: true,
        configuration: true,
        codeLens: { refreshSupport: true },
        diagnostics: { refreshSupport: true },
        executeCommand: { dynamicRegistration: true },
      },
      textDocument: {
        hover: { contentFormat: ['markdown', 'plaintext'] },
        codeLens: {},
        diagnostic: { relatedDocumentSupport: false },
        publishDiagnostics: { relatedInformation: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [''] } } },
      },
      window: { workDoneProgress: true, showDocument: { support: true } },
    };
    for (const feature of this.features) feature.fillClientCapabilities(capabilities);
    const result = await this.sendRequest('initialize', {
      processId: process.pid,
      clientInfo: { name: 'Visual Studio Code', version: '1.82.0' },
      rootUri: null,
      workspaceFolders: null,
      capabilities,
      initializationOptions: this.clientOptions.initializationOptions,
    });
    this.capabilities = result.capabilities;
    await this.sendNotification('initialized', {});
    for (const id of this.capabilities.executeCommandProvider.commands) {
      const next = (command, argument) => this.sendRequest('workspace/executeCommand', { command, arguments: argument });
      const run = (...argument) => this.middleware.executeCommand?.(id, argument, next) ?? next(id, argument);
      this.registered.push(vscode.commands.registerCommand(id, run));
    }
    this.synchronize();
    this.move(State.Running);
  }

  async stop() {
    for (const registration of this.registered) registration.dispose();
    this.registered = [];
    if (this.state !== State.Running) return;
    await this.sendRequest('shutdown', undefined);
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    await this.sendNotification('exit', undefined);
    await ended;
  }

  get middleware() {
    return this.clientOptions.middleware;
  }

  move(state) {
    const oldState = this.state ?? State.Stopped;
    this.state = state;
    this.stateChanged.fire({ oldState, newState: state });
    vscode.screen.happened.fire();
  }

  synchronize() {
    const { workspace } = vscode;
    const schemes = this.clientOptions.documentSelector.map((filter) => filter.scheme);
    const isOurs = (document) => schemes.includes(document.uri.scheme);
    const item = ({ uri, languageId, version, text }) => ({ uri: uri.toString(), languageId, version, text });
    const open = (document) => isOurs(document) && this.sendNotification('textDocument/didOpen', { textDocument: item(document) });
    workspace.textDocuments.forEach(open);
    this.registered.push(
      workspace.onDidOpenTextDocument(open),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!isOurs(document)) return;
        const textDocument = { uri: document.uri.toString(), version: document.version };
        void this.sendNotification('textDocument/didChange', { textDocument, contentChanges });
      }),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(this.clientOptions.synchronize.configurationSection)) {
          void this.sendNotification('workspace/didChangeConfiguration', { settings: { breviate: {} } });
        }
      }),
    );
  }

  sendRequest(method, params) {
    const id = ++this.lastId;
    this.write({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async sendNotification(method, params) {
    this.write({ method, params });
  }

  write(message) {
    this.sent.push(message);
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.buffer.subarray(0, end).toString())[1]);
      if (this.buffer.length < end + 4 + length) return;
      const body = this.buffer.subarray(end + 4, end + 4 + length).toString();
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(JSON.parse(body));
    }
  }

  async take(message) {
    if (message.method === undefined) {
      const { resolve, reject } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      return message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
    this.received.push(message);
    const result = await this.answer(message.method, message.params);
    if (message.id !== undefined) this.write({ id: message.id, result: result ?? null });
    vscode.screen.happened.fire();
  }

  answer(method, params) {
    switch (method) {
      case '$/progress':
        return this.middleware.handleWorkDoneProgress(params.token, params.value, () => {});
      case 'workspace/configuration':
        return this.middleware.workspace.configuration(params, undefined, () => params.items.map(() => ({ unknown: true })));
      case 'window/showDocument':
        return this.middleware.window.showDocument(params, async () => ({ success: false }));
      case 'window/showMessage':
        vscode.screen.messages.push({ kind: 'server', message: params.message });
        return undefined;
      default:
        return this.handlers.get(method)?.(params);
    }
  }
}

module.exports = { LanguageClient, State, TransportKind: { stdio: 0 }, RevealOutputChannelOn: { Never: 4 } };
