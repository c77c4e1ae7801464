package import LSP

/// Where the server's messages go.
///
/// In two steps: a large message takes long to be written as JSON, which is done off the loop; sending what is ready
/// must not block.
package struct Outlet: Sendable {
  /// A message that can be sent at once.
  struct Ready: Sendable {
    let send: @Sendable () -> Void
  }

  let ready: @Sendable (OutgoingMessage) throws -> Ready

  /// To a client that reads JSON.
  package init(bodies send: @escaping @Sendable ([UInt8]) -> Void) {
    ready = { message in
      let body = try message.body()
      return Ready { send(body) }
    }
  }

  /// To a client in the same process, which takes the values as they are.
  package init(values send: @escaping @Sendable (OutgoingMessage) -> Void) {
    ready = { message in Ready { send(message) } }
  }
}
