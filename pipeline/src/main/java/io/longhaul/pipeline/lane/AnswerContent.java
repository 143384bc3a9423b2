package io.longhaul.pipeline.lane;

import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.pipeline.row.RequestStory;
import io.longhaul.pipeline.slice.Count;
import io.longhaul.pipeline.slice.SlicePart;

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
    Integer asked = story.planned() == null ? null : story.planned().getRequestedOutputTokens();
    if (asked != null && metrics.isValid() && metrics.has(Metric.OUTPUT_SEQUENCE_LENGTH)) {
      long missing = Math.max(0, asked - metrics.value(Metric.OUTPUT_SEQUENCE_LENGTH));
      part.add(Count.LENGTH_ASKED_REQUESTS, 1);
      part.add(Count.OUTPUT_TOKENS_ASKED, asked);
      part.add(Count.SHORT_ANSWERS, missing > 0 ? 1 : 0);
      part.add(Count.OUTPUT_TOKENS_MISSING, missing);
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
