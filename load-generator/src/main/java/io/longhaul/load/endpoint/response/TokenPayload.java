package io.longhaul.load.endpoint.response;

import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static io.longhaul.load.endpoint.json.UnexpectedJsonException.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that is read token by token, whatever the order of its members. Only small members
 * become trees.
 */
public abstract class TokenPayload extends ResponsePayload {

  /** {@code detail} or {@code message}, which is an error only in a value that is no response. */
  private @Nullable JsonNode detail;

  /**
   * @param requiredMember the member that every response has, read by {@link #readContent}
   */
  public TokenPayload(String requiredMember) {
    super(requiredMember);
  }

  @Override
  public void parse(byte[] bytes, int offset, int length) throws IOException {
    detail = null;
    try (JsonParser json = UntrustedJson.FACTORY.createParser(bytes, offset, length)) {
      require(json.nextToken() == START_OBJECT, json, "response", "an object");
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        readMember(json, name);
      }
      require(json.nextToken() == null, json, "end of the response", "nothing more");
    }
    if (error() == null && !isResponse()) {
      foundError(detail);
    }
  }

  private void readMember(JsonParser json, String name) throws IOException {
    JsonToken value = json.nextToken();
    if (name.equals(requiredMember())) {
      readContent(json, value);
      return;
    }
    switch (name) {
      case "usage" -> readUsage(json, value);
      case "error" -> foundError(ErrorMessages.truthyOrNull(UntrustedJson.tree(json)));
      case "detail", "message" -> detail = ErrorMessages.truthyOrNull(UntrustedJson.tree(json));
      default -> json.skipChildren();
    }
  }

  private void readUsage(JsonParser json, JsonToken value) throws IOException {
    if (value == START_OBJECT) {
      int start = (int) json.currentTokenLocation().getByteOffset();
      JsonNode usage = UntrustedJson.tree(json);
      foundUsage(usage, start, (int) json.currentLocation().getByteOffset());
    } else {
      json.skipChildren();
    }
  }

  /** Reads the value of the required member. */
  public abstract void readContent(JsonParser json, JsonToken value) throws IOException;
}
