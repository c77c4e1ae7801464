import LSP
import Summaries

// Code actions: a selection can be summarised, a failed or stale note mended, the buffer worked on when asked for.

extension Session {
  func codeActions(_ params: CodeActionParams) throws -> [CommandOrCodeAction] {
    view(of: params.textDocument.uri)?.codeActions(for: params) ?? []
  }
}

/// Titles that other texts refer to.
enum ActionTitle {
  static let retry = "Retry this passage"
  static let relax = "Retry with the relaxed filter"
}

extension CodeActionKind {
  /// Nothing is rewritten, but of the kinds that every client knows it is the one for a selection.
  static let selection = CodeActionKind(rawValue: "refactor")
}

extension DocumentView {
  /// The kinds that are offered, as `initialize` says.
  static let codeActionKinds: [CodeActionKind] = [.quickFix, .selection, .source]

  /// A selection of more bytes than this is not counted for the sake of a title.
  private static let pricedSelection = 65_536

  /// What can be done about a range; nothing on a line where nothing is selected, wrong or asked for.
  func codeActions(for params: CodeActionParams) -> [CommandOrCodeAction] {
    let only = params.context.only
    var actions: [CodeAction] = []
    func offers(_ kind: CodeActionKind) -> Bool { only?.contains { $0.contains(kind) } ?? true }

    let selection = selection(params.range)
    if offers(.selection), let selection { actions.append(summarise(selection, params.range)) }
    if offers(.quickFix), let shown = shown(at: selection?.lowerBound ?? offset(of: params.range.start)) {
      actions += repairs(of: shown, params.context)
    }
    if offers(.source), asksForBuffer(params, selection) { actions += bufferActions }
    return client.codeActionLiterals
      ? actions.map(CommandOrCodeAction.codeAction)
      : actions.compactMap { $0.command.map(CommandOrCodeAction.command) }
  }

  // MARK: A selection

  /// The selected text's offsets; nil when nothing is selected.
  private func selection(_ range: LSPRange) -> Range<Int>? {
    guard let selection = document.text.offsets(of: range, client.encoding) else { return nil }
    return selection.isEmpty ? nil : selection
  }

  private func summarise(_ selection: Range<Int>, _ range: LSPRange) -> CodeAction {
    var title = "Summarise selection"
    if selection.count <= Self.pricedSelection {
      let tokens = TokenWeights.standard.tokens(in: document.text.bytes, selection)
      title += " (\(Wording.tokens(TokenCount(tokens, exact: model.isBuiltIn))))"
    }
    return action(.summarise, title, .selection, ["range": range.json])
  }

  // MARK: What is wrong

  private func repairs(of shown: Shown, _ context: CodeActionContext) -> [CodeAction] {
    let passage = shown.passage
    let id: [String: JSONValue] = ["passage": .string(passage.id)]
    if let failure = passage.failure {
      var actions: [CodeAction] = []
      let diagnostics = context.diagnostics.filter { $0.code == .string(Wording.code(failure.kind)) }
      if failure.canRetry {
        var retry = action(.retry, ActionTitle.retry, .quickFix, id)
        retry.diagnostics = diagnostics.isEmpty ? nil : diagnostics
        retry.isPreferred = true
        actions.append(retry)
      }
      if failure.canRelax {
        var relax = action(.retry, ActionTitle.relax, .quickFix, id.merging(["relaxed": true]) { $1 })
        relax.diagnostics = diagnostics.isEmpty ? nil : diagnostics
        actions.append(relax)
      }
      return actions
    }
    if passage.isStale, !shown.run.isActive {
      return [action(.update, "Update stale notes", .quickFix)]
    }
    return []
  }

  // MARK: The buffer

  /// Whether a person asked for what can be done with the buffer.
  ///
  /// That is by its kind, or by opening the menu at the top of the text, where diagnostic and lens stand. A client's
  /// own question on every move of the cursor is no request.
  private func asksForBuffer(_ params: CodeActionParams, _ selection: Range<Int>?) -> Bool {
    if let only = params.context.only { return only.contains { $0.contains(.source) } }
    guard selection == nil, params.context.triggerKind == .invoked, let line = firstLine else { return false }
    return range(line).start.line == params.range.start.line
  }

  private var bufferActions: [CodeAction] {
    if document.runs.contains(where: \.isActive) {
      return [action(.cancel, "Cancel summarising", .source)]
    }
    var title = "Summarise buffer"
    if case .success(let plan) = document.pricing?.plan { title += " (\(Wording.passes(plan.passes)))" }
    var actions = [action(.summarise, title, .source)]
    guard !document.runs.isEmpty else { return actions }
    if document.bufferRun?.passages.contains(where: { !$0.isFresh }) == true {
      actions.append(action(.update, "Update notes", .source))
    }
    actions.append(action(.showNotes, "Show notes", .source))
    actions.append(action(.clearNotes, "Clear notes", .source))
    return actions
  }

  private func action(
    _ name: CommandName,
    _ title: String,
    _ kind: CodeActionKind,
    _ arguments: [String: JSONValue] = [:]
  ) -> CodeAction {
    CodeAction(title: title, kind: kind, command: name.command(title, on: document, arguments))
  }
}

extension LSPRange {
  fileprivate var json: JSONValue { ["start": start.json, "end": end.json] }
}

extension Position {
  fileprivate var json: JSONValue { ["line": .int(line), "character": .int(character)] }
}
