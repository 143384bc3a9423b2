package io.longhaul.load.endpoint.response;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.request.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * Reads the usage formats of OpenAI, Anthropic, Gemini and Bedrock, like AIPerf 0.13. The first
 * name with a count takes precedence.
 */
final class UsageReader {

  private static final String CACHED_TOKENS = "cached_tokens";
  private static final String[] PROMPT = {
    "prompt_tokens", "input_tokens", "promptTokenCount", "inputTokens", "input_token_count"
  };
  private static final String[] COMPLETION = {
    "completion_tokens",
    "output_tokens",
    "candidatesTokenCount",
    "outputTokens",
    "generated_token_count"
  };
  private static final String[] TOTAL = {"total_tokens", "totalTokenCount", "totalTokens"};
  private static final String[] CACHE_READ = {
    "cache_read_input_tokens",
    "prompt_cache_hit_tokens",
    "cachedContentTokenCount",
    "cacheReadInputTokens",
    CACHED_TOKENS
  };
  private static final String[] CACHE_WRITE = {
    "cache_creation_input_tokens", "cacheWriteInputTokens"
  };

  /**
   * Counts that are not included in some servers' prompt counts: tokens read from or written to a
   * cache.
   */
  private static final String[] EXCLUDED_FROM_PROMPT = {
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cacheReadInputTokens",
    "cacheWriteInputTokens"
  };

  private UsageReader() {}

  static Usage read(ObjectNode reported) {
    ObjectNode usage = unwrapped(reported);
    return new Usage(
        prompt(usage),
        first(usage, COMPLETION),
        first(usage, TOTAL),
        firstOf(
            detail(usage, "completion_tokens_details", "output_tokens_details", "reasoning_tokens"),
            first(usage, "thoughtsTokenCount")),
        firstOf(
            detail(usage, "prompt_tokens_details", "input_tokens_details", CACHED_TOKENS),
            first(usage, CACHE_READ)),
        first(usage, CACHE_WRITE));
  }

  /** Some servers wrap their counts; members outside the wrapper take precedence. */
  private static ObjectNode unwrapped(ObjectNode reported) {
    if (!reported.has("usageMetadata") && !reported.has("meta") && !reported.has("tokens")) {
      return reported;
    }
    JsonNode meta = reported.path("meta");
    ObjectNode unwrapped = RequestBody.empty();
    addAll(unwrapped, reported.path("tokens"));
    if (meta.has(CACHED_TOKENS)) {
      unwrapped.set(CACHED_TOKENS, meta.get(CACHED_TOKENS));
    }
    addAll(unwrapped, meta.path("tokens"));
    addAll(unwrapped, reported.path("usageMetadata"));
    addAll(unwrapped, reported);
    return unwrapped;
  }

  private static void addAll(ObjectNode to, JsonNode from) {
    if (from instanceof ObjectNode members) {
      to.setAll(members);
    }
  }

  private static @Nullable Long prompt(ObjectNode usage) {
    for (String name : PROMPT) {
      Long tokens = count(usage.path(name));
      if (tokens != null) {
        boolean excludesCache = name.equals("input_tokens") || name.equals("inputTokens");
        return excludesCache ? (Long) (tokens + sum(usage, EXCLUDED_FROM_PROMPT)) : tokens;
      }
    }
    return null;
  }

  private static long sum(ObjectNode usage, String... names) {
    long sum = 0;
    for (String name : names) {
      Long tokens = count(usage.path(name));
      if (tokens != null) {
        sum += tokens;
      }
    }
    return sum;
  }

  private static @Nullable Long detail(
      ObjectNode usage, String details, String otherDetails, String name) {
    return firstOf(
        count(usage.path(details).path(name)), count(usage.path(otherDetails).path(name)));
  }

  private static @Nullable Long first(ObjectNode usage, String... names) {
    for (String name : names) {
      Long tokens = count(usage.path(name));
      if (tokens != null) {
        return tokens;
      }
    }
    return null;
  }

  private static @Nullable Long firstOf(@Nullable Long one, @Nullable Long other) {
    return one != null ? one : other;
  }

  /**
   * Returns the node as a count; null if it is not one. Values beyond the range of an int are
   * rejected.
   */
  private static @Nullable Long count(JsonNode node) {
    boolean isCount = node.isIntegralNumber() && node.canConvertToInt() && node.intValue() >= 0;
    return isCount ? node.longValue() : null;
  }
}
