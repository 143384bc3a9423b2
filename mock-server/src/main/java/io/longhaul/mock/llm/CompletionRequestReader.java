package io.longhaul.mock.llm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the body of a chat or completions request without building a tree. Fields it does not know
 * are skipped, as vLLM does.
 */
final class CompletionRequestReader {
  private static final int DEEPEST = 64;
  private static final int LONGEST_STRING = 32 << 20;

  private final JsonFactory factory =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST_STRING)
                  .build())
          .build();

  /**
   * Reads a body.
   *
   * @throws BadRequest if it is no JSON object, or a known field has a value that makes no sense
   */
  CompletionRequest read(ByteBuf body) throws BadRequest {
    try (InputStream in = new ByteBufInputStream(body);
        JsonParser json = factory.createParser(in)) {
      return new Reading(json).request();
    } catch (JsonParseException e) {
      throw new BadRequest("Invalid body: not JSON (" + e.getOriginalMessage() + ")", e);
    } catch (IOException e) {
      throw new BadRequest("Invalid body: cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** One body being read. */
  private static final class Reading {
    private final JsonParser json;
    private String model;
    private boolean stream;
    private boolean includeUsage;
    private int maxTokens = CompletionRequest.UNLIMITED;
    private int minTokens;
    private boolean ignoreEos;
    private int promptTokens = -1;

    Reading(JsonParser json) {
      this.json = json;
    }

    CompletionRequest request() throws IOException, BadRequest {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new BadRequest("Invalid body: not a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        readField(name);
      }
      if (model == null) {
        throw new BadRequest("Invalid body: no model");
      }
      if (promptTokens < 0) {
        throw new BadRequest("Invalid body: no messages and no prompt");
      }
      return new CompletionRequest(
          model, stream, includeUsage, maxTokens, minTokens, ignoreEos, promptTokens);
    }

    private void readField(String name) throws IOException, BadRequest {
      switch (name) {
        case "model" -> model = text(name);
        case "stream" -> stream = flag(name);
        case "stream_options" -> readStreamOptions();
        case "max_tokens", "max_completion_tokens" -> maxTokens = Math.min(maxTokens, limit(name));
        case "min_tokens" -> minTokens = count(name, 0);
        case "ignore_eos" -> ignoreEos = flag(name);
        case "n" -> requireOne(name);
        case "messages" -> promptTokens = wordsOfMessages();
        case "prompt" -> promptTokens = wordsOfPrompt();
        default -> json.skipChildren();
      }
    }

    private void readStreamOptions() throws IOException, BadRequest {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        return;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("include_usage")) {
          includeUsage = flag(name);
        } else {
          json.skipChildren();
        }
      }
    }

    /**
     * Words of each message's content: a text, or a list of parts of which those with a {@code
     * text} count.
     */
    private int wordsOfMessages() throws IOException, BadRequest {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        throw new BadRequest("Invalid messages: not a list");
      }
      int words = 0;
      int depth = 1;
      String field = null;
      while (depth > 0) {
        JsonToken token = json.nextToken();
        if (token.isStructStart()) {
          depth++;
        } else if (token.isStructEnd()) {
          depth--;
        } else if (token == JsonToken.FIELD_NAME) {
          field = json.currentName();
        } else if (token == JsonToken.VALUE_STRING
            && ("content".equals(field) || "text".equals(field))) {
          words += words();
        }
      }
      return words;
    }

    private int wordsOfPrompt() throws IOException, BadRequest {
      if (json.currentToken() == JsonToken.VALUE_STRING) {
        return words();
      }
      if (json.currentToken() != JsonToken.START_ARRAY) {
        throw new BadRequest("Invalid prompt: neither a text nor a list");
      }
      int texts = 0;
      int tokens = 0;
      for (JsonToken token = json.nextToken();
          token != JsonToken.END_ARRAY;
          token = json.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          texts++;
          tokens += words();
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
          tokens++;
        } else {
          throw new BadRequest("Invalid prompt: a list of other things than one text or token ids");
        }
      }
      if (texts > 1) {
        throw new BadRequest(
            "Invalid prompt: " + texts + " texts (this server answers one prompt at a time)");
      }
      return tokens;
    }

    /** Words of the current string; does not make a String of it. */
    private int words() throws IOException {
      char[] characters = json.getTextCharacters();
      int end = json.getTextOffset() + json.getTextLength();
      int words = 0;
      boolean inWord = false;
      for (int i = json.getTextOffset(); i < end; i++) {
        boolean letter = !Character.isWhitespace(characters[i]);
        if (letter && !inWord) {
          words++;
        }
        inWord = letter;
      }
      return words;
    }

    private String text(String name) throws IOException, BadRequest {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw new BadRequest("Invalid " + name + ": not a text");
      }
      return json.getText();
    }

    private boolean flag(String name) throws BadRequest {
      return switch (json.currentToken()) {
        case VALUE_TRUE -> true;
        case VALUE_FALSE, VALUE_NULL -> false;
        default -> throw new BadRequest("Invalid " + name + ": neither true nor false");
      };
    }

    private int limit(String name) throws IOException, BadRequest {
      return json.currentToken() == JsonToken.VALUE_NULL
          ? CompletionRequest.UNLIMITED
          : count(name, 1);
    }

    private int count(String name, int least) throws IOException, BadRequest {
      if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
          || !json.getNumberType().equals(JsonParser.NumberType.INT)
          || json.getIntValue() < least) {
        throw new BadRequest(
            "Invalid "
                + name
                + ": "
                + json.getText()
                + " (a whole number of "
                + least
                + " or more)");
      }
      return json.getIntValue();
    }

    private void requireOne(String name) throws IOException, BadRequest {
      if (json.currentToken() != JsonToken.VALUE_NULL && count(name, 1) != 1) {
        throw new BadRequest("Invalid n: " + json.getText() + " (this server writes one choice)");
      }
    }
  }
}
