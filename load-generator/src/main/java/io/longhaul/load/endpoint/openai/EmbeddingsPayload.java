package io.longhaul.load.endpoint.openai;

import static com.fasterxml.jackson.core.JsonToken.END_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.END_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.START_ARRAY;
import static com.fasterxml.jackson.core.JsonToken.START_OBJECT;
import static com.fasterxml.jackson.core.JsonToken.VALUE_STRING;
import static io.longhaul.load.endpoint.json.UnexpectedJsonException.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.load.endpoint.response.TokenPayload;
import java.io.IOException;

/**
 * A response in OpenAI's embeddings format: {@code data} with an object for each text. Vectors are
 * long, so they are validated while parsing and not stored; a vector must be numbers or base64.
 */
final class EmbeddingsPayload extends TokenPayload {

  EmbeddingsPayload() {
    super("data");
  }

  /** Returns a sample response with one vector. */
  static String sample(int dimensions) {
    ObjectNode response = UntrustedJson.MAPPER.createObjectNode().put("object", "list");
    ObjectNode item = response.putArray("data").addObject().put("object", "embedding");
    ArrayNode vector = item.put("index", 0).putArray("embedding");
    for (int i = 0; i < dimensions; i++) {
      vector.add(0.015625 * i);
    }
    response.putObject("usage").put("prompt_tokens", 8).put("total_tokens", 8);
    return response.toString();
  }

  @Override
  public void readContent(JsonParser json, JsonToken value) throws IOException {
    require(value == START_ARRAY, json, "data", "an array");
    foundResponse();
    while (json.nextToken() != END_ARRAY) {
      readItem(json);
      foundData();
    }
  }

  private static void readItem(JsonParser json) throws IOException {
    require(json.currentToken() == START_OBJECT, json, "data item", "an object");
    boolean isEmbedding = false;
    boolean hasVector = false;
    while (json.nextToken() != END_OBJECT) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      if (name.equals("object")) {
        isEmbedding = value == VALUE_STRING && json.getText().equals("embedding");
        json.skipChildren();
      } else if (name.equals("embedding")) {
        readVector(json, value);
        hasVector = true;
      } else {
        json.skipChildren();
      }
    }
    require(isEmbedding, json, "object of a data item", "\"embedding\"");
    require(hasVector, json, "data item without an embedding", "a vector");
  }

  private static void readVector(JsonParser json, JsonToken value) throws IOException {
    if (value == VALUE_STRING) {
      require(isBase64(json), json, "embedding", "numbers or base64");
      return;
    }
    require(value == START_ARRAY, json, "embedding", "numbers or base64");
    require(json.nextToken().isNumeric(), json, "embedding", "numbers");
    while (json.currentToken() != END_ARRAY) {
      require(json.currentToken().isNumeric(), json, "embedding", "numbers");
      json.nextToken();
    }
  }

  private static boolean isBase64(JsonParser json) throws IOException {
    char[] text = json.getTextCharacters();
    int end = json.getTextOffset() + json.getTextLength();
    for (int i = json.getTextOffset(); i < end; i++) {
      char c = text[i];
      boolean known = c < 0x80 && (Character.isLetterOrDigit(c) || "+/=".indexOf(c) >= 0);
      if (!known) {
        return false;
      }
    }
    return json.getTextLength() > 0 && json.getTextLength() % 4 == 0;
  }
}
