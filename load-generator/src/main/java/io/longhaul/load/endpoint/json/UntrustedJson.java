package io.longhaul.load.endpoint.json;

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
 * Parses untrusted JSON from servers and users, with limited depth and, for trees, a limited number
 * of elements: three bytes in a body may use eighty on the heap. Immutable and thread-safe.
 */
public final class UntrustedJson {

  static final int MAX_DEPTH = 64;
  static final int MAX_STRING_CHARS = 4 << 20;
  static final int MAX_NUMBER_CHARS = 100;

  /** A few thousand names are cached for all responses. */
  static final int MAX_NAME_CHARS = 1_000;

  /** Limit for a tree: names, values, and ends of objects and arrays. */
  static final int MAX_TREE_TOKENS = 1_000_000;

  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(MAX_STRING_CHARS)
          .maxNumberLength(MAX_NUMBER_CHARS)
          .maxNameLength(MAX_NAME_CHARS)
          .build();

  /**
   * For data that is parsed without building a tree.
   *
   * <p>Member names are not interned, because a hostile server could fill the JVM's string table.
   * Deliberate hash collisions slow the symbol table down, but must not cause an exception.
   */
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(LIMITS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  /** For documents that are parsed to a tree. */
  public static final ObjectMapper MAPPER =
      new ObjectMapper(
          FACTORY
              .rebuild()
              .streamReadConstraints(LIMITS.rebuild().maxTokenCount(MAX_TREE_TOKENS).build())
              .build());

  private static final Pattern START_MARKER = Pattern.compile(" \\(start marker at .*");

  private UntrustedJson() {}

  /** Returns a mapper for documents of the user's own, whose strings may contain whole images. */
  public static ObjectMapper ownDocumentMapper(int maxStringChars) {
    return new ObjectMapper(
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(maxStringChars).build())
            .build());
  }

  /** Reads the current value of a parser as a tree. The parser is then at the end of the value. */
  public static JsonNode tree(JsonParser json) throws IOException {
    return json.currentToken().isScalarValue()
        ? MAPPER.readTree(json)
        : MAPPER.readTree(new CountingParser(json));
  }

  /**
   * Returns a readable reason, without the location details that Jackson appends in parentheses.
   */
  public static String reasonOf(JsonProcessingException malformed) {
    return START_MARKER.matcher(malformed.getOriginalMessage()).replaceFirst("");
  }

  /** Throws an exception if there are too many elements. */
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
