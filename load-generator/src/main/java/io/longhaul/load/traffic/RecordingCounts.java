package io.longhaul.load.traffic;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Progress of a recording.
 *
 * @param inFlight requests that have started and not ended
 * @param recorded requests written to the trace
 * @param skipped number of requests not written to the trace, by reason
 * @param models models named in recorded requests; only the first few are listed
 * @param streamed whether any recorded request specified a streamed response
 * @param failure why writing to the trace failed; empty if it has not
 */
public record RecordingCounts(
    long inFlight,
    long recorded,
    SortedMap<String, Long> skipped,
    List<String> models,
    boolean streamed,
    Optional<String> failure) {

  /** Returns the number of requests that were not written to the trace. */
  public long totalSkipped() {
    return skipped.values().stream().mapToLong(Long::longValue).sum();
  }
}
