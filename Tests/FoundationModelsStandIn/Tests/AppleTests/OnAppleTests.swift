import Testing

/// Everything that runs on the stand-in, one test after the other: its behaviour is one for the whole process.
@Suite("On Apple's model", .serialized) enum OnAppleTests {}
