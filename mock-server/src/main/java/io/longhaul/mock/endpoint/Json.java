package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Helper methods for JSON requests and responses, and for words in requests. */
public final class Json {

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

  private Json() {}

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

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static void utf8(ByteBuf out, String text) {
    ByteBufUtil.writeUtf8(out, text);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes an event of a stream; without a name if it is empty. */
  static void event(ByteBuf out, String name, String data) {
    utf8(out, (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + data + "\n\n");
  }

  /** Escapes a text for a JSON string. */
  public static String quoted(String text) {
    return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  /** Returns the body of an error response. */
  public static String error(String message, String type, int status) {
    return """
    {"error":{"message":"%s","type":"%s","param":null,"code":%d}}\
    """
        .formatted(quoted(message), type, status);
  }

  static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** Returns the number of words of a text, or of all texts in a list. */
  static int countWords(JsonNode texts) {
    if (texts.isTextual()) {
      return countWords(texts.textValue());
    }
    int words = 0;
    for (JsonNode text : texts) {
      words += countWords(text);
    }
    return words;
  }

  /** Returns the number of words of all messages, whose content is a text or a list of parts. */
  static int countWordsOfMessages(JsonNode messages) {
    int words = 0;
    for (JsonNode message : messages) {
      JsonNode content = message.path("content");
      words += content.isTextual() ? countWords(content) : 0;
      for (JsonNode part : content) {
        words += countWords(part.path("text"));
      }
    }
    return words;
  }

  private static int countWords(String text) {
    int words = 0;
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      boolean letter = !Character.isWhitespace(text.charAt(i));
      if (letter && !inWord) {
        words++;
      }
      inWord = letter;
    }
    return words;
  }

  /** Returns an integer, or the default if it is missing or null. */
  static int intOr(JsonNode number, int defaultValue) {
    return number.isIntegralNumber() ? number.intValue() : defaultValue;
  }
}
