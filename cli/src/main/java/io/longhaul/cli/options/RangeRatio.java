package io.longhaul.cli.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.plan.TokenLength;
import java.util.Locale;
import java.util.Optional;

/**
 * How wide the window of lengths is around a mean, as a share of it, in the way of one of two
 * benchmarks.
 *
 * @param input the ratio for prompts
 * @param output the ratio for answers
 * @param style whose formula is meant
 */
record RangeRatio(double input, double output, Style style) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Whose benchmark is followed. */
  enum Style {
    /** From as much below the mean as above. */
    VLLM("a number from 0 to less than 1, or {\"input\": 0.3, \"output\": 0.5}"),
    /** From that share of the mean up to it. */
    SGLANG("a number from 0 to 1");

    private final String ratios;

    Style(String ratios) {
      this.ratios = ratios;
    }

    String ratios() {
      return ratios;
    }

    static Optional<Style> of(String word) {
      return switch (word.strip().toLowerCase(Locale.ROOT)) {
        case "vllm" -> Optional.of(VLLM);
        case "sglang" -> Optional.of(SGLANG);
        default -> Optional.empty();
      };
    }

    private boolean takes(double ratio) {
      return ratio >= 0 && (this == VLLM ? ratio < 1 : ratio <= 1);
    }
  }

  /** What was typed, or empty when the style does not take it. */
  static Optional<RangeRatio> parse(String text, Style style) {
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

  /** Lengths of prompts around this mean. */
  TokenLength inputAround(int mean) {
    return around(mean, input, 0);
  }

  /** Limits of answers around this mean. */
  TokenLength outputAround(int mean) {
    return around(mean, output, 1);
  }

  /** The formulas of the two benchmarks, in the arithmetic that they are written in. */
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
