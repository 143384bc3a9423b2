package io.longhaul.config.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.dataset.TokenLength;
import java.util.Optional;

/**
 * The width of the window of lengths around a mean, as a fraction of the mean, by the formula of
 * one of two benchmarks.
 *
 * @param input the ratio for prompts
 * @param output the ratio for outputs
 * @param style the benchmark whose formula is used
 */
public record RangeRatio(double input, double output, Style style) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The benchmark whose formula is used. */
  public enum Style implements Keyword {
    /** A window that is symmetric around the mean. */
    VLLM("a number from 0 to less than 1, or {\"input\": 0.3, \"output\": 0.5}"),
    /** A window from that fraction of the mean to the mean. */
    SGLANG("a number from 0 to 1");

    private final String ratios;

    Style(String ratios) {
      this.ratios = ratios;
    }

    public String ratios() {
      return ratios;
    }

    private boolean takes(double ratio) {
      return ratio >= 0 && (this == VLLM ? ratio < 1 : ratio <= 1);
    }
  }

  /** Parses a ratio; empty if it is invalid for the style. */
  public static Optional<RangeRatio> parse(String text, Style style) {
    JsonNode typed;
    try {
      typed = MAPPER.readTree(text.strip());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    RangeRatio ratio =
        typed.isObject() && style == Style.VLLM
            ? new RangeRatio(number(typed.path("input")), number(typed.path("output")), style)
            : new RangeRatio(number(typed), number(typed), style);
    return style.takes(ratio.input) && style.takes(ratio.output)
        ? Optional.of(ratio)
        : Optional.empty();
  }

  private static double number(JsonNode node) {
    return node.isNumber() ? node.doubleValue() : Double.NaN;
  }

  /** Returns the lengths of prompts around this mean. */
  public TokenLength inputAround(int mean) {
    return around(mean, input, 0);
  }

  /** Returns the output lengths around this mean. */
  public TokenLength outputAround(int mean) {
    return around(mean, output, 1);
  }

  /** The formulas of the two benchmarks, in their own arithmetic. */
  private TokenLength around(int mean, double ratio, int least) {
    TokenLength.Window window =
        style == Style.SGLANG
            ? new TokenLength.Window(Math.max(1, (int) (mean * ratio)), mean)
            : new TokenLength.Window(
                Math.max(least, (int) Math.floor(mean * (1 - ratio))),
                Math.max(least, (int) Math.ceil(mean * (1 + ratio))));
    return new TokenLength(mean, 0, window);
  }
}
