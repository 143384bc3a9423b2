package io.longhaul.load.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.longhaul.load.plan.check.Nullable;
import io.longhaul.load.plan.check.Problems;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How the run is measured.
 *
 * @param sliceNanos length of a time slice
 * @param slos the thresholds of a good request, for example {@code "time_to_first_token:100
 *     request_latency:2000"}; empty for none. Package {@code metrics.slo} parses it
 * @param lanesPerGenerator event loops of one generator; each has a lane in each phase
 * @param rehearsalRequests requests that a generator sends to itself before it reports that it is
 *     ready; 0 for none
 * @param sliceBy the labels by which slices are split, each once; empty for none
 * @param coordinatorTimeoutNanos silence of the coordinator after which generators stop, or null
 *     for the timeout of each generator
 */
public record MeasurementPlan(
    long sliceNanos,
    String slos,
    int lanesPerGenerator,
    int rehearsalRequests,
    List<SliceLabel> sliceBy,
    @Nullable @JsonInclude(JsonInclude.Include.NON_NULL) Long coordinatorTimeoutNanos) {

  /** The default of AIPerf, 10 s. */
  public static final long DEFAULT_SLICE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Enough to compile the code that sends a request. */
  public static final int DEFAULT_REHEARSAL_REQUESTS = 2_000;

  /** A coordinator on a busy machine may be silent for some time. */
  private static final long MIN_COORDINATOR_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

  public MeasurementPlan {
    sliceBy = List.copyOf(sliceBy);
  }

  void check(Problems problems) {
    problems.requirePositive("slice duration", sliceNanos, "ns");
    problems.requirePositive("lanes per generator", lanesPerGenerator, "event loops");
    problems.requireNotNegative("number of rehearsal requests", rehearsalRequests, "0 or more");
    if (coordinatorTimeoutNanos != null
        && coordinatorTimeoutNanos < MIN_COORDINATOR_TIMEOUT_NANOS) {
      problems.invalid("coordinator timeout", coordinatorTimeoutNanos + " ns", "20 s or more");
    }
    if (sliceBy.stream().distinct().count() < sliceBy.size()) {
      problems.invalid("labels of slices", sliceBy, "each of them once");
    }
  }
}
