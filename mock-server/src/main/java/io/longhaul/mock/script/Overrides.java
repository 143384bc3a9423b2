package io.longhaul.mock.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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

  /**
   * Reads the headers of a request.
   *
   * @param header returns the value of a header by its name, or null
   * @throws IllegalArgumentException with every invalid value and its header
   */
  public static Overrides parse(UnaryOperator<String> header) {
    List<String> problems = new ArrayList<>();
    Overrides overrides =
        new Overrides(
            read(header, "X-Mock-Ttft", DistributionSpec::parseDuration, problems),
            read(header, "X-Mock-Itl", DistributionSpec::parseDuration, problems),
            read(header, "X-Mock-Output-Tokens", DistributionSpec::parseCount, problems),
            read(header, "X-Mock-Fault", Fault::parse, problems));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return overrides;
  }

  private static <T> @Nullable T read(
      UnaryOperator<String> header,
      String name,
      Function<String, T> parser,
      List<String> problems) {
    String value = header.apply(name);
    if (value == null) {
      return null;
    }
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      problems.add(name + ": " + e.getMessage());
      return null;
    }
  }
}
