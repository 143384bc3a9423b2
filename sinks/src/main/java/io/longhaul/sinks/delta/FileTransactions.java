package io.longhaul.sinks.delta;

import io.longhaul.sinks.RowFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which files were added to a table, as transaction identifiers: an application and its version,
 * which only grows. The writer of numbered files is an application, and the number of the first
 * file that was not added is its version. Files without a number, and those that became visible
 * before one with a lower number, are applications of their own. For one thread.
 */
final class FileTransactions {
  private static final String PREFIX = "longhaul:";
  private static final long SINGLE_FILE = 1;

  private final Map<String, Long> versions;
  private final Map<String, Long> changed = new TreeMap<>();

  /**
   * @param versions versions of all applications in the log of the table
   */
  FileTransactions(Map<String, Long> versions) {
    this.versions = new HashMap<>(versions);
  }

  boolean contains(String name) {
    Optional<RowFile.Numbered> numbered = RowFile.numbered(name);
    return versions.containsKey(PREFIX + name)
        || (numbered.isPresent() && numbered.get().number() < next(numbered.get().start()));
  }

  private long next(String writer) {
    return versions.getOrDefault(PREFIX + writer, 0L);
  }

  /** Adds a file that was not added. */
  void add(String name) {
    Optional<RowFile.Numbered> numbered = RowFile.numbered(name);
    if (numbered.isEmpty() || numbered.get().number() != next(numbered.get().start())) {
      set(name, SINGLE_FILE);
      return;
    }
    String writer = numbered.get().start();
    long next = next(writer) + 1;
    while (versions.containsKey(PREFIX + numbered.get().nameOf(next))) {
      next++;
    }
    set(writer, next);
  }

  private void set(String application, long version) {
    versions.put(PREFIX + application, version);
    changed.put(PREFIX + application, version);
  }

  /** Returns the applications with new versions. */
  Map<String, Long> changed() {
    return changed;
  }
}
