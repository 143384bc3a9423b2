package io.longhaul.cli.web;

import io.longhaul.report.runs.ListedRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The runs at one time.
 *
 * @param runs by key
 * @param notes sentences about what may be missing
 * @param unread number of files whose runs are not in the list yet
 * @param time when they were read
 */
public record RunList(Map<String, FoundRun> runs, List<String> notes, int unread, Instant time) {
  static final RunList NONE = new RunList(Map.of(), List.of(), 0, Instant.EPOCH);

  /** Returns the rows of the table, in no order. */
  public List<ListedRun> listed() {
    return runs.values().stream().map(FoundRun::listed).toList();
  }
}
