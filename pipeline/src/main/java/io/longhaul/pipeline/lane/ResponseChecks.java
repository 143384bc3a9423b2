package io.longhaul.pipeline.lane;

import static java.util.Objects.requireNonNull;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.pipeline.row.AssembledRequest;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.schema.FailureReason;
import io.longhaul.wire.Ended;
import org.jspecify.annotations.Nullable;

/**
 * Counts whether responses are as expected: whether they have content, why they ended, and whether
 * they are as long as requested.
 */
final class ResponseChecks {
  private ResponseChecks() {}

  /** Counts a request that has ended. */
  static void count(SlicePart part, AssembledRequest request, RequestMetrics metrics) {
    if (request.outcome() == Outcome.OK) {
      part.add(finishReason(requireNonNull(request.ended()).getFinishReason()), 1);
    }
    part.add(Count.EMPTY_ANSWERS, isEmpty(request, metrics) ? 1 : 0);
    if (metrics.isValid()) {
      part.add(Count.USAGE_INPUT_DIFFERS, metrics.usageInputDiffers() ? 1 : 0);
      part.add(Count.USAGE_OUTPUT_DIFFERS, metrics.usageOutputDiffers() ? 1 : 0);
      countUnknownGaps(part, metrics);
      Integer requested =
          request.planned() == null ? null : request.planned().getRequestedOutputTokens();
      if (requested != null) {
        countLength(part, requireNonNull(request.ended()), requested, metrics);
      }
    }
  }

  /** Counts gaps that are unknown because the chunks arrived in one network read. */
  private static void countUnknownGaps(SlicePart part, RequestMetrics metrics) {
    int[] reads = metrics.trace().chunkReads();
    int chunks = reads.length;
    boolean secondUnknown = metrics.has(Metric.TIME_TO_SECOND_TOKEN) && reads[1] == reads[0];
    boolean allUnknown =
        chunks > 1 && metrics.has(Metric.INTER_TOKEN_LATENCY) && reads[chunks - 1] == reads[0];
    boolean isOneEvent =
        chunks == 1
            && metrics.has(Metric.DECODE_DURATION)
            && metrics.value(Metric.OUTPUT_SEQUENCE_LENGTH) > 1;
    part.add(Count.SECOND_TOKENS_UNKNOWN, secondUnknown ? 1 : 0);
    part.add(Count.INTER_TOKEN_LATENCIES_UNKNOWN, allUnknown ? 1 : 0);
    part.add(Count.SINGLE_EVENT_ANSWERS, isOneEvent ? 1 : 0);
  }

  /**
   * The server's count takes precedence over ours, because our tokenizer may not be the model's.
   */
  private static void countLength(
      SlicePart part, Ended ended, long requested, RequestMetrics metrics) {
    boolean serverCounted =
        metrics.has(Metric.USAGE_COMPLETION_TOKENS)
            && metrics.value(Metric.USAGE_COMPLETION_TOKENS) > 0;
    Metric counted = serverCounted ? Metric.USAGE_COMPLETION_TOKENS : Metric.OUTPUT_SEQUENCE_LENGTH;
    if (!metrics.has(counted)) {
      return;
    }
    long length = metrics.value(counted);
    boolean mismatch = RequestFormulas.isMismatch(length - requested, requested);
    // A server that reports that it reached the limit may count tokens differently from us. It may
    // also have reached another limit, such as the end of its context; only its own count
    // distinguishes these cases.
    boolean reachedLimit = finishReason(ended.getFinishReason()) == Count.FINISHED_LENGTH;
    boolean isShort = length < requested && (!reachedLimit || (serverCounted && mismatch));
    boolean isLong = length > requested && mismatch;
    part.add(Count.LENGTH_ASKED_REQUESTS, 1);
    part.add(Count.OUTPUT_TOKENS_ASKED, requested);
    if (isShort) {
      part.add(Count.SHORT_ANSWERS, 1);
      part.add(Count.OUTPUT_TOKENS_MISSING, requested - length);
      part.add(Count.SHORT_ANSWERS_OWN_COUNT, serverCounted ? 0 : 1);
    } else if (isLong) {
      part.add(Count.LONG_ANSWERS, 1);
      part.add(Count.OUTPUT_TOKENS_EXCESS, length - requested);
      part.add(Count.LONG_ANSWERS_OWN_COUNT, serverCounted ? 0 : 1);
    }
  }

  /**
   * Current generators report an empty response as an error; generators of older versions reported
   * it as ok.
   */
  private static boolean isEmpty(AssembledRequest request, RequestMetrics metrics) {
    return request.outcome() == Outcome.OK
        ? metrics.isError() && !request.incomplete()
        : request.ended() != null && FailureReason.NO_CONTENT.matches(request.ended().getReason());
  }

  /**
   * Returns the counter for a server's finish reason. Servers use different words for the same
   * reason.
   */
  static Count finishReason(@Nullable String reason) {
    return switch (reason == null ? "" : reason) {
      case "" -> Count.FINISHED_UNTOLD;
      case "stop", "eos_token", "stop_sequence", "end_turn", "completed" -> Count.FINISHED_STOP;
      case "length", "max_tokens", "max_output_tokens" -> Count.FINISHED_LENGTH;
      case "tool_calls", "function_call", "tool_use" -> Count.FINISHED_TOOL_CALLS;
      case "content_filter", "refusal" -> Count.FINISHED_CONTENT_FILTER;
      default -> Count.FINISHED_OTHER;
    };
  }
}
