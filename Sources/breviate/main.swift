import Server

// One call and no variables: those at the top level belong to the main actor and must not be touched by threads.
Platform.exitNow(Program.main())
