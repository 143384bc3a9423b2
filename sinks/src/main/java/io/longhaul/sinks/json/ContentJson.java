package io.longhaul.sinks.json;

import io.longhaul.export.SliceRow;
import java.io.IOException;

/** Checks of the content of responses in a slice or in a run. */
final class ContentJson {
  private ContentJson() {}

  /** Writes the members of an object. */
  static void write(JsonDocument json, SliceRow row) throws IOException {
    json.integer("empty_answers", row.getEmptyAnswers());
    json.object("finish_reasons", () -> writeFinishReasons(json, row));
    json.integer("length_asked_requests", row.getLengthAskedRequests());
    json.integer("short_answers", row.getShortAnswers());
    json.integer("short_answers_own_count", row.getShortAnswersOwnCount());
    json.integer("long_answers", row.getLongAnswers());
    json.integer("long_answers_own_count", row.getLongAnswersOwnCount());
    json.integer("output_tokens_asked", row.getOutputTokensAsked());
    json.integer("output_tokens_missing", row.getOutputTokensMissing());
    json.integer("output_tokens_excess", row.getOutputTokensExcess());
    json.integer("single_event_answers", row.getSingleEventAnswers());
    json.integer("usage_input_differs", row.getUsageInputDiffers());
    json.integer("usage_output_differs", row.getUsageOutputDiffers());
    json.integer("repeated_prompts", row.getRepeatedPrompts());
    json.number("repeated_prompt_share", share(row.getRepeatedPrompts(), row.getRequestsEnded()));
    json.integer("cached_tokens", row.getUsageCachedTokens());
    json.number(
        "cached_token_share", share(row.getUsageCachedTokens(), row.getUsagePromptTokens()));
  }

  private static void writeFinishReasons(JsonDocument json, SliceRow row) throws IOException {
    json.integer("stop", row.getFinishedStop());
    json.integer("length", row.getFinishedLength());
    json.integer("tool_calls", row.getFinishedToolCalls());
    json.integer("content_filter", row.getFinishedContentFilter());
    json.integer("other", row.getFinishedOther());
    json.integer("untold", row.getFinishedUntold());
  }

  /** Returns NaN, and thus no member, if the total is 0. */
  private static double share(long part, long whole) {
    return (double) part / whole;
  }
}
