package io.longhaul.load.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON from a server or a user, read with limits. Both parts are immutable once made. */
final class ForeignJson {

  static final int MAX_DEPTH = 64;
  static final int MAX_STRING_CHARS = 4 << 20;
  static final int MAX_NUMBER_CHARS = 100;

  /**
   * Names of members are not interned: a hostile server would fill the process's table of strings.
   * Names that collide by intent make the table slower; they are no reason to throw.
   */
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_STRING_CHARS)
                  .maxNumberLength(MAX_NUMBER_CHARS)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .build();

  static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);

  private ForeignJson() {}
}
