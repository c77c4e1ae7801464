/// A large value that is kept beside what holds it, so that the holder is cheap to copy and to walk over.
///
/// A value still: what is set makes a box of its own, and no box ever changes.
@propertyWrapper struct Aside<Value> {
  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }
}
