package io.longhaul.load.traffic;

import io.longhaul.load.dataset.trace.RecordedBody;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts requests by result. Thread-safe. */
final class RecordingCounters {
  private static final int MAX_MODELS = 16;

  private final SortedMap<String, Long> skipped = new TreeMap<>();
  private final List<String> models = new ArrayList<>();
  private long started;
  private long recorded;
  private boolean streamed;

  /** Null unless a write has failed. */
  private @Nullable String failure;

  synchronized void started() {
    started++;
  }

  synchronized void recorded(RecordedBody body) {
    recorded++;
    streamed |= body.streams();
    body.model()
        .filter(model -> models.size() < MAX_MODELS && !models.contains(model))
        .ifPresent(models::add);
  }

  /** Counts a started request that is not written to the trace. */
  synchronized void skipped(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  /** Counts a started request that could not be written. */
  synchronized void writeFailed(@Nullable String reason) {
    failure = reason;
    skipped("could not be written");
  }

  synchronized RecordingCounts snapshot() {
    long finished = recorded + skipped.values().stream().mapToLong(Long::longValue).sum();
    return new RecordingCounts(
        started - finished,
        recorded,
        Collections.unmodifiableSortedMap(new TreeMap<>(skipped)),
        List.copyOf(models),
        streamed,
        Optional.ofNullable(failure));
  }
}
