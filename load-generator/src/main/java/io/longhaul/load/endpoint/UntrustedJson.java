package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * JSON from a server or a user, read with limits: in depth, and where it is made into a tree also
 * in parts, as what takes three bytes in a body may take eighty on the heap. Immutable, any thread.
 */
final class UntrustedJson {

  static final int MAX_DEPTH = 64;
  static final int MAX_STRING_CHARS = 4 << 20;
  static final int MAX_NUMBER_CHARS = 100;

  /** Some thousand names are kept for all answers. */
  static final int MAX_NAME_CHARS = 1_000;

  /** Of a tree: names, values, and ends of objects and lists. */
  static final int MAX_TREE_TOKENS = 1_000_000;

  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(MAX_STRING_CHARS)
          .maxNumberLength(MAX_NUMBER_CHARS)
          .maxNameLength(MAX_NAME_CHARS)
          .build();

  /**
   * For what is walked through and not kept.
   *
   * <p>Names of members are not interned: a hostile server would fill the process's table of
   * strings. Names that collide by intent make the table slower; they are no reason to throw.
   */
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(LIMITS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /** For whole documents that are made into a tree. */
  static final ObjectMapper MAPPER =
      new ObjectMapper(
          FACTORY
              .rebuild()
              .streamReadConstraints(LIMITS.rebuild().maxTokenCount(MAX_TREE_TOKENS).build())
              .build());

  private static final Pattern START_MARKER = Pattern.compile(" \\(start marker at .*");

  private UntrustedJson() {}

  /** The value at which a parser stands, as a tree; the parser then stands at its end. */
  static JsonNode tree(JsonParser json) throws IOException {
    return json.currentToken().isScalarValue()
        ? MAPPER.readTree(json)
        : MAPPER.readTree(new CountingParser(json));
  }

  /** Why it is no JSON, for people. What Jackson adds in brackets speaks of its own source. */
  static String reasonOf(JsonProcessingException malformed) {
    return START_MARKER.matcher(malformed.getOriginalMessage()).replaceFirst("");
  }

  /** Refuses to go on when there are too many parts. */
  private static final class CountingParser extends JsonParserDelegate {
    private int tokens;

    CountingParser(JsonParser json) {
      super(json);
    }

    @Override
    public JsonToken nextToken() throws IOException {
      if (++tokens > MAX_TREE_TOKENS) {
        throw new StreamConstraintsException("A value has more than " + MAX_TREE_TOKENS + " parts");
      }
      return super.nextToken();
    }
  }
}
