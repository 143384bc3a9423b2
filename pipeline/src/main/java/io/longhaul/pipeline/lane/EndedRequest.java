package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.pipeline.row.AssembledRequest;
import io.longhaul.pipeline.row.EnumNames;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.ErrorKey;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.wire.Ended;

/**
 * A request that has ended, with its metrics.
 *
 * @param tokenCorrection tokens that the count by chunk had too few, or (negative) too many
 */
record EndedRequest(
    AssembledRequest request,
    RequestMetrics metrics,
    SloResult verdict,
    boolean skewed,
    long tokenCorrection) {

  /**
   * Counts this request in a part of a slice.
   *
   * @param epochNanos time when the request ended
   * @param repeated whether its prompt had been sent before
   */
  void countIn(SlicePart part, long epochNanos, boolean repeated) {
    part.add(Count.REQUESTS_ENDED, 1);
    part.add(countOf(request.outcome()), 1);
    part.add(Count.SKEWED_REQUESTS, skewed ? 1 : 0);
    part.add(Count.INCOMPLETE_REQUESTS, request.incomplete() ? 1 : 0);
    part.add(Count.OUTPUT_TOKENS_ARRIVED, tokenCorrection);
    part.add(Count.REPEATED_PROMPTS, repeated ? 1 : 0);
    part.addValues(metrics);
    if (metrics.isValid()) {
      part.add(Count.VALID_REQUESTS, 1);
      if (verdict == SloResult.GOOD) {
        part.add(Count.GOOD_REQUESTS, 1);
        addValue(part, Count.GOOD_OUTPUT_TOKENS, Metric.OUTPUT_SEQUENCE_LENGTH);
      }
      part.add(Count.JUDGED_REQUESTS, verdict == SloResult.NO_VALUE ? 0 : 1);
      addValue(part, Count.INPUT_TOKENS_COMPLETED, Metric.INPUT_SEQUENCE_LENGTH);
      addValue(part, Count.OUTPUT_TOKENS_COMPLETED, Metric.OUTPUT_SEQUENCE_LENGTH);
      addValue(part, Count.REASONING_TOKENS_COMPLETED, Metric.REASONING_TOKEN_COUNT);
      addValue(part, Count.USAGE_PROMPT_TOKENS, Metric.USAGE_PROMPT_TOKENS);
      addValue(part, Count.USAGE_COMPLETION_TOKENS, Metric.USAGE_COMPLETION_TOKENS);
      addValue(part, Count.USAGE_CACHED_TOKENS, Metric.USAGE_PROMPT_CACHE_READ_TOKENS);
    }
    addValue(part, Count.ERROR_INPUT_TOKENS, Metric.ERROR_ISL);
    ResponseChecks.count(part, request, metrics);
    Ended ended = request.ended();
    if (ended != null) {
      part.add(Count.RETRIES, ended.getRetries());
      part.add(Count.STALE_CONNECTIONS, ended.getStaleConnection() ? 1 : 0);
      part.add(Count.BYTES_RECEIVED, ended.getBytesReceived());
    }
    if (request.outcome() != Outcome.OK || metrics.isError()) {
      part.errors().add(errorKey(), epochNanos, request.id());
    }
  }

  private void addValue(SlicePart part, Count count, Metric metric) {
    if (metrics.has(metric)) {
      part.add(count, metrics.value(metric));
    }
  }

  private static Count countOf(Outcome outcome) {
    return switch (outcome) {
      case OK -> Count.REQUESTS_OK;
      case HTTP_ERROR -> Count.HTTP_ERRORS;
      case TRANSPORT_ERROR -> Count.TRANSPORT_ERRORS;
      case PROTOCOL_ERROR -> Count.PROTOCOL_ERRORS;
      case STREAM_ERROR -> Count.STREAM_ERRORS;
      case TRUNCATED -> Count.TRUNCATED;
      case TIMEOUT -> Count.TIMEOUTS;
      case CANCELLED -> Count.CANCELLED;
      case IN_FLIGHT_AT_STOP -> Count.IN_FLIGHT_AT_STOP;
      case LOST -> Count.LOST;
    };
  }

  private ErrorKey errorKey() {
    Ended ended = request.ended();
    int status =
        ended == null || ended.getStatus() == null ? ErrorKey.NO_STATUS : ended.getStatus();
    String reason = ended == null || ended.getReason() == null ? "" : ended.getReason();
    if (request.outcome() == Outcome.OK) {
      reason = request.incomplete() ? "incomplete" : "no content";
    }
    return new ErrorKey(EnumNames.of(request.outcome()), status, reason);
  }
}
