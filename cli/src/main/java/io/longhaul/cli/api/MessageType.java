package io.longhaul.cli.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a WebSocket client can hear of, by AIPerf's names where AIPerf has the same. */
enum MessageType {
  /** A finished slice; ours. */
  SLICE,
  /** Each second; ours, the same as {@code /api/progress}. */
  PROGRESS,
  /** Figures of the run, with each finished slice. */
  REALTIME_METRICS,
  /** Each second, the same as {@code /api/workers}. */
  WORKER_STATUS_SUMMARY,
  SYSTEM_STATE_CHANGED,
  /** The documents are written. */
  BENCHMARK_COMPLETE;

  private static final String EVERYTHING = "*";

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Those that a word means; empty for a word of something else. */
  static List<MessageType> of(String word) {
    if (word.equals(EVERYTHING)) {
      return List.of(values());
    }
    Optional<MessageType> one =
        Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    return one.map(List::of).orElse(List.of());
  }
}
