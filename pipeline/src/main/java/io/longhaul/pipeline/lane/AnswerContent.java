package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.pipeline.row.RequestStory;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.wire.Ended;

/**
 * What shows whether answers are what they should be: was there content, why did they end, are they
 * as long as was asked.
 */
final class AnswerContent {
  /** How a generator calls a complete answer without a chunk. */
  private static final String NO_CONTENT = "no_content";

  private AnswerContent() {}

  /** Counts a request that is over. */
  static void count(SlicePart part, RequestStory story, RequestMetrics metrics) {
    if (story.outcome() == Outcome.OK) {
      part.add(finishOf(story.ended().getFinishReason()), 1);
    }
    part.add(Count.EMPTY_ANSWERS, isEmpty(story, metrics) ? 1 : 0);
    if (metrics.isValid()) {
      part.add(Count.USAGE_INPUT_DIFFERS, metrics.usageInputDiffers() ? 1 : 0);
      part.add(Count.USAGE_OUTPUT_DIFFERS, metrics.usageOutputDiffers() ? 1 : 0);
      countUnknownGaps(part, metrics);
      Integer asked = story.planned() == null ? null : story.planned().getRequestedOutputTokens();
      if (asked != null) {
        countLength(part, story.ended(), asked, metrics);
      }
    }
  }

  /** Of chunks that came in one network read nobody knows how far apart they were. */
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

  /** What the server counted overrules our tokenizer, which may be another than the model's. */
  private static void countLength(SlicePart part, Ended ended, long asked, RequestMetrics metrics) {
    boolean told =
        metrics.has(Metric.USAGE_COMPLETION_TOKENS)
            && metrics.value(Metric.USAGE_COMPLETION_TOKENS) > 0;
    Metric counted = told ? Metric.USAGE_COMPLETION_TOKENS : Metric.OUTPUT_SEQUENCE_LENGTH;
    if (!metrics.has(counted)) {
      return;
    }
    long length = metrics.value(counted);
    boolean mismatch = RequestFormulas.isMismatch(length - asked, asked);
    // A server that says it reached the limit may count a token otherwise; it may also have reached
    // another limit, such as the end of its context: only its own count can say that.
    boolean reachedLimit = finishOf(ended.getFinishReason()) == Count.FINISHED_LENGTH;
    boolean isShort = length < asked && (!reachedLimit || (told && mismatch));
    boolean isLong = length > asked && mismatch;
    part.add(Count.LENGTH_ASKED_REQUESTS, 1);
    part.add(Count.OUTPUT_TOKENS_ASKED, asked);
    if (isShort) {
      part.add(Count.SHORT_ANSWERS, 1);
      part.add(Count.OUTPUT_TOKENS_MISSING, asked - length);
      part.add(Count.SHORT_ANSWERS_OWN_COUNT, told ? 0 : 1);
    } else if (isLong) {
      part.add(Count.LONG_ANSWERS, 1);
      part.add(Count.OUTPUT_TOKENS_EXCESS, length - asked);
      part.add(Count.LONG_ANSWERS_OWN_COUNT, told ? 0 : 1);
    }
  }

  /** A generator calls it an error; generators of older versions called it ok. */
  private static boolean isEmpty(RequestStory story, RequestMetrics metrics) {
    return story.outcome() == Outcome.OK
        ? metrics.isError() && !story.incomplete()
        : story.ended() != null && NO_CONTENT.equals(story.ended().getReason());
  }

  /** Servers have several words for the same. */
  static Count finishOf(String told) {
    return switch (told == null ? "" : told) {
      case "" -> Count.FINISHED_UNTOLD;
      case "stop", "eos_token", "stop_sequence", "end_turn", "completed" -> Count.FINISHED_STOP;
      case "length", "max_tokens", "max_output_tokens" -> Count.FINISHED_LENGTH;
      case "tool_calls", "function_call", "tool_use" -> Count.FINISHED_TOOL_CALLS;
      case "content_filter", "refusal" -> Count.FINISHED_CONTENT_FILTER;
      default -> Count.FINISHED_OTHER;
    };
  }
}
