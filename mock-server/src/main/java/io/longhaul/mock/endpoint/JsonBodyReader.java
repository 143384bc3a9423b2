package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads JSON request bodies. */
final class JsonBodyReader {
  private static final int MAX_NESTING_DEPTH = 64;
  private static final int MAX_STRING_LENGTH = 32 << 20;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          new JsonFactoryBuilder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(MAX_NESTING_DEPTH)
                      .maxStringLength(MAX_STRING_LENGTH)
                      .build())
              .build());

  private JsonBodyReader() {}

  /**
   * Reads a body.
   *
   * @throws BadRequest if the body is not JSON
   */
  static JsonNode read(ByteBuf bytes) throws BadRequest {
    try (InputStream in = new ByteBufInputStream(bytes)) {
      return MAPPER.readTree(in);
    } catch (JsonParseException e) {
      throw new BadRequest("Invalid body: not JSON (" + e.getOriginalMessage() + ")", e);
    } catch (IOException e) {
      throw new BadRequest("Invalid body: cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
