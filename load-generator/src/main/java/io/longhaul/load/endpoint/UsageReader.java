package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Reads a usage object in the words of any server: those of OpenAI, Anthropic, Gemini and Bedrock,
 * as AIPerf 0.13 does. The first name that holds a count wins.
 */
final class UsageReader {

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
    "cached_tokens"
  };
  private static final String[] CACHE_WRITE = {
    "cache_creation_input_tokens", "cacheWriteInputTokens"
  };

  /** Names under which a prompt is told without what came from or went into a cache. */
  private static final String[] BESIDE_THE_PROMPT = {
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cacheReadInputTokens",
    "cacheWriteInputTokens"
  };

  private static final String[] WRAPPINGS = {"usageMetadata", "meta", "tokens"};

  private UsageReader() {}

  static Usage read(ObjectNode told) {
    ObjectNode usage = opened(told);
    return new Usage(
        prompt(usage),
        first(usage, COMPLETION),
        first(usage, TOTAL),
        firstOf(
            detail(usage, "completion_tokens_details", "output_tokens_details", "reasoning_tokens"),
            first(usage, "thoughtsTokenCount")),
        firstOf(
            detail(usage, "prompt_tokens_details", "input_tokens_details", "cached_tokens"),
            first(usage, CACHE_READ)),
        first(usage, CACHE_WRITE));
  }

  /** Some servers wrap their counts; what stands outside the wrapping wins. */
  private static ObjectNode opened(ObjectNode told) {
    if (!isWrapped(told)) {
      return told;
    }
    ObjectNode opened = told.deepCopy();
    addMissing(opened, told.path("usageMetadata"));
    addMissing(opened, told.path("meta").path("tokens"));
    JsonNode cached = told.path("meta").path("cached_tokens");
    if (!cached.isMissingNode() && !opened.has("cached_tokens")) {
      opened.set("cached_tokens", cached);
    }
    addMissing(opened, told.path("tokens"));
    return opened;
  }

  /** Without a stream of objects: some servers tell their usage with every chunk. */
  private static boolean isWrapped(ObjectNode told) {
    for (String wrapping : WRAPPINGS) {
      if (told.has(wrapping)) {
        return true;
      }
    }
    return false;
  }

  private static void addMissing(ObjectNode to, JsonNode from) {
    from.properties()
        .forEach(
            member -> {
              if (!to.has(member.getKey())) {
                to.set(member.getKey(), member.getValue());
              }
            });
  }

  private static Long prompt(ObjectNode usage) {
    for (String name : PROMPT) {
      Long tokens = count(usage.path(name));
      if (tokens != null) {
        boolean cacheIsApart = name.equals("input_tokens") || name.equals("inputTokens");
        return cacheIsApart ? (Long) (tokens + sum(usage, BESIDE_THE_PROMPT)) : tokens;
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

  private static Long detail(ObjectNode usage, String details, String otherDetails, String name) {
    return firstOf(
        count(usage.path(details).path(name)), count(usage.path(otherDetails).path(name)));
  }

  private static Long first(ObjectNode usage, String... names) {
    for (String name : names) {
      Long tokens = count(usage.path(name));
      if (tokens != null) {
        return tokens;
      }
    }
    return null;
  }

  private static Long firstOf(Long one, Long other) {
    return one != null ? one : other;
  }

  /** The node as a count, or null when it is none. Counts beyond an int are nonsense. */
  private static Long count(JsonNode node) {
    boolean isCount = node.isIntegralNumber() && node.canConvertToInt() && node.intValue() >= 0;
    return isCount ? node.longValue() : null;
  }
}
