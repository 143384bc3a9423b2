package io.longhaul.cli.embedded;

import java.util.Locale;

/** The kinds of processes of a run, for each of which the launcher prepares a cache. */
public enum ProcessKind {
  /** The process of a command, such as {@code profile}. */
  PARENT,
  BROKER,
  GENERATOR,
  MOCK_SERVER;

  /** Returns the name in file names of the launcher, such as {@code mock-server}. */
  String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
