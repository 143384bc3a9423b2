package io.longhaul.load.traffic;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How a recording goes.
 *
 * @param inFlight requests that have come and not ended
 * @param recorded requests that stand in the trace
 * @param skipped requests that do not, by the reason why
 * @param models that recorded requests named, the first few
 * @param streamed whether any of them asked for a streamed answer
 * @param failure why some could not be written; empty while all could
 */
public record RecordingCounts(
    long inFlight,
    long recorded,
    SortedMap<String, Long> skipped,
    List<String> models,
    boolean streamed,
    Optional<String> failure) {

  /** How many requests do not stand in the trace. */
  public long totalSkipped() {
    return skipped.values().stream().mapToLong(Long::longValue).sum();
  }
}
