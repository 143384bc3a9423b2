package io.longhaul.cli.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Types of WebSocket messages, with AIPerf's names where AIPerf has the same. */
enum MessageType {
  /** A finished slice; not in AIPerf. */
  SLICE,
  /** The values of a finished slice for the charts of the live view; not in AIPerf. */
  CHART_VALUES,
  /** A mark that was added, and the events of the charts with it; not in AIPerf. */
  MARK,
  /** The content of {@code /api/progress}, every second; not in AIPerf. */
  PROGRESS,
  /** The metrics of the run, after each finished slice. */
  REALTIME_METRICS,
  /** The content of {@code /api/workers}, every second. */
  WORKER_STATUS_SUMMARY,
  SYSTEM_STATE_CHANGED,
  /** The documents are written. */
  BENCHMARK_COMPLETE;

  private static final String EVERYTHING = "*";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the types with a name, or all for {@code *}; empty for an unknown name. */
  static List<MessageType> of(String word) {
    if (word.equals(EVERYTHING)) {
      return List.of(values());
    }
    Optional<MessageType> one =
        Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    return one.map(List::of).orElse(List.of());
  }
}
