package io.longhaul.mock.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values that one request overrides; each is null if not overridden.
 *
 * @param timeToFirstToken distribution of durations
 * @param interTokenLatency distribution of durations
 * @param outputTokens distribution of counts
 * @param fault fault of the request, regardless of the rules
 */
public record Overrides(
    @Nullable DistributionSpec timeToFirstToken,
    @Nullable DistributionSpec interTokenLatency,
    @Nullable DistributionSpec outputTokens,
    @Nullable Fault fault) {
  public static final Overrides NONE = new Overrides(null, null, null, null);

  /**
   * Parses header values; null for a missing header.
   *
   * @throws IllegalArgumentException with every invalid value and its header
   */
  public static Overrides parse(
      @Nullable String ttft,
      @Nullable String itl,
      @Nullable String outputTokens,
      @Nullable String fault) {
    if (ttft == null && itl == null && outputTokens == null && fault == null) {
      return NONE;
    }
    List<String> problems = new ArrayList<>();
    Overrides overrides =
        new Overrides(
            read("X-Mock-Ttft", ttft, DistributionSpec::parseDuration, problems),
            read("X-Mock-Itl", itl, DistributionSpec::parseDuration, problems),
            read("X-Mock-Output-Tokens", outputTokens, DistributionSpec::parseCount, problems),
            read("X-Mock-Fault", fault, Fault::parse, problems));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return overrides;
  }

  private static <T> @Nullable T read(
      String header, @Nullable String value, Function<String, T> parser, List<String> problems) {
    if (value == null) {
      return null;
    }
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      problems.add(header + ": " + e.getMessage());
      return null;
    }
  }
}
