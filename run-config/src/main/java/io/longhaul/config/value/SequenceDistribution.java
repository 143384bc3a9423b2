package io.longhaul.config.value;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.plan.dataset.LengthPair;
import io.longhaul.load.plan.dataset.TokenLength;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses AIPerf's notations for prompt and output lengths with weights: {@code
 * 256,128:40;512,256:60}, {@code [(256,128):40,(512,256):60]} and {@code {"pairs": [{"isl": 256,
 * "osl": 128, "prob": 40}, …]}}. Lengths may have a standard deviation: {@code 256|10,128|5:40}.
 */
public final class SequenceDistribution {
  private static final String NUMBER = "\\s*([0-9]*\\.?[0-9]+)\\s*";
  private static final String LENGTH = "\\s*([0-9]+)\\s*(?:\\|" + NUMBER + ")?";
  private static final String LENGTHS = LENGTH + "," + LENGTH;
  private static final Pattern PIECE = Pattern.compile(LENGTHS + ":" + NUMBER);
  private static final Pattern IN_BRACKETS = Pattern.compile("\\(" + LENGTHS + "\\)\\s*:" + NUMBER);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SequenceDistribution() {}

  /**
   * Returns the pairs of a distribution. The plan validates their values.
   *
   * @throws IllegalArgumentException if the text has none of the three notations
   */
  public static List<LengthPair> parse(String text) {
    String stripped = text.strip();
    List<LengthPair> pairs;
    if (stripped.startsWith("{")) {
      pairs = ofJson(stripped);
    } else if (stripped.startsWith("[")) {
      pairs = ofBrackets(stripped);
    } else {
      pairs = ofPieces(stripped);
    }
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("no pairs");
    }
    return pairs;
  }

  private static List<LengthPair> ofPieces(String text) {
    List<LengthPair> pairs = new ArrayList<>();
    for (String piece : text.split(";", -1)) {
      if (!piece.isBlank()) {
        Matcher matcher = PIECE.matcher(piece);
        if (!matcher.matches()) {
          throw new IllegalArgumentException("not a pair: " + piece);
        }
        pairs.add(pair(matcher));
      }
    }
    return pairs;
  }

  private static List<LengthPair> ofBrackets(String text) {
    List<LengthPair> pairs = new ArrayList<>();
    Matcher matcher = IN_BRACKETS.matcher(text);
    while (matcher.find()) {
      pairs.add(pair(matcher));
    }
    return pairs;
  }

  private static LengthPair pair(Matcher matcher) {
    return new LengthPair(
        new TokenLength(Integer.parseInt(matcher.group(1)), numberOrZero(matcher.group(2))),
        new TokenLength(Integer.parseInt(matcher.group(3)), numberOrZero(matcher.group(4))),
        Double.parseDouble(matcher.group(5)));
  }

  private static double numberOrZero(@Nullable String text) {
    return text == null ? 0 : Double.parseDouble(text);
  }

  private static List<LengthPair> ofJson(String text) {
    try {
      List<LengthPair> pairs = new ArrayList<>();
      for (JsonNode pair : MAPPER.readTree(text).path("pairs")) {
        pairs.add(
            new LengthPair(
                new TokenLength((int) number(pair, "isl"), pair.path("isl_stddev").asDouble(0)),
                new TokenLength((int) number(pair, "osl"), pair.path("osl_stddev").asDouble(0)),
                number(pair, "prob")));
      }
      return pairs;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a JSON document", e);
    }
  }

  private static double number(JsonNode pair, String member) {
    if (!pair.path(member).isNumber()) {
      throw new IllegalArgumentException("no number " + member);
    }
    return pair.path(member).doubleValue();
  }
}
