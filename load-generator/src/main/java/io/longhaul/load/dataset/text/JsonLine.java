package io.longhaul.load.dataset.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.longhaul.load.endpoint.request.ExtraInputs;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line of a file as a JSON object, with typed access to its members. */
public record JsonLine(JsonNode node) {
  public static final int MAX_DEPTH = 64;

  public static final ObjectMapper MAPPER = mapper(MAX_DEPTH);

  /** Reads a tree that is part of a longer document. */
  public static final ObjectReader PART_READER =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Returns a mapper for untrusted documents with this maximum nesting depth. */
  public static ObjectMapper mapper(int maxDepth) {
    return new ObjectMapper(
            JsonFactory.builder()
                .streamReadConstraints(
                    StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(100_000_000)
                        .build())
                .build())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  public static JsonLine parse(String line) throws MalformedLineException {
    try {
      return of(MAPPER.readTree(line));
    } catch (JsonProcessingException e) {
      // The location is sufficient; the original message would quote the line.
      int column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
      throw new MalformedLineException("not JSON, at column " + column);
    }
  }

  public static JsonLine of(JsonNode node) throws MalformedLineException {
    if (!node.isObject()) {
      throw new MalformedLineException("not a JSON object (such as {\"text\": \"Hello\"})");
    }
    return new JsonLine(node);
  }

  public boolean has(String member) {
    return node.hasNonNull(member);
  }

  public JsonNode get(String member) {
    return node.get(member);
  }

  public static String requireText(JsonNode value, String member) throws MalformedLineException {
    if (!value.isTextual()) {
      String kind = value.getNodeType().name().toLowerCase(Locale.ROOT);
      throw new MalformedLineException(member + " is a " + kind + " (expected a string)");
    }
    return value.textValue();
  }

  public @Nullable String textOrNull(String member) throws MalformedLineException {
    return has(member) ? requireText(get(member), member) : null;
  }

  /** Returns an integer number of tokens that is not below a minimum, or null. */
  public @Nullable Integer tokensOrNull(String member, int minimum) throws MalformedLineException {
    if (!has(member)) {
      return null;
    }
    JsonNode value = get(member);
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < minimum) {
      throw new MalformedLineException(
          member + " is " + value + " (" + minimum + " or more tokens)");
    }
    return value.intValue();
  }

  /** Returns a number of milliseconds as nanoseconds, or null. */
  public @Nullable Long millisOrNull(String member) throws MalformedLineException {
    if (!has(member)) {
      return null;
    }
    JsonNode value = get(member);
    double millis = value.asDouble(-1);
    if (!value.isNumber() || !(millis >= 0 && millis < 1e13)) {
      throw new MalformedLineException(member + " is " + value + " (0 or more milliseconds)");
    }
    return StrictMath.round(millis * 1e6);
  }

  public ExtraInputs extraOf(String member) throws MalformedLineException {
    if (!has(member)) {
      return ExtraInputs.NONE;
    }
    if (!get(member).isObject()) {
      throw new MalformedLineException(member + " is not an object");
    }
    return extras(get(member), member);
  }

  /** Returns these members as extra inputs of a request body. */
  public static ExtraInputs extras(JsonNode members, String what) throws MalformedLineException {
    try {
      return ExtraInputs.parse(List.of(members.toString()));
    } catch (IllegalArgumentException e) {
      throw new MalformedLineException(what + " cannot be sent, " + e.getMessage());
    }
  }
}
