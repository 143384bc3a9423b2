package io.longhaul.load.dataset.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * A ShareGPT file: one JSON list of entries with {@code conversations}, whose messages have {@code
 * from} and {@code value}. It is read entry by entry, only as far as needed, because it has 640 MB.
 */
record ShareGptFile(Path file) {
  private static final String HUMAN = "human";
  private static final String MODEL = "gpt";

  /** A human's message and the model's answer. */
  record Exchange(String prompt, String completion) {}

  /**
   * Reads the exchanges of each entry that has any, in order.
   *
   * @param wantsMore receives the exchanges of an entry and returns whether more are needed
   * @throws DatasetException if the file cannot be read or is not such a list
   */
  void read(Predicate<List<Exchange>> wantsMore) {
    try (JsonParser json = JsonLine.MAPPER.getFactory().createParser(TextFile.open(file))) {
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw DatasetException.unusable(file, "it is not a JSON list of conversations");
      }
      boolean more = true;
      while (more && json.nextToken() != JsonToken.END_ARRAY) {
        List<Exchange> exchanges = exchangesOf(JsonLine.PART_READER.readTree(json));
        more = exchanges.isEmpty() || wantsMore.test(exchanges);
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new DatasetException("Cannot read " + file + ": it is not JSON, in line " + line, e);
    } catch (IOException e) {
      throw DatasetException.unreadable(file, e);
    }
  }

  /**
   * Reads the file up to the first exchange.
   *
   * @throws DatasetException if there is none
   */
  void check() {
    List<Exchange> first = new ArrayList<>();
    read(exchanges -> !first.addAll(exchanges));
    if (first.isEmpty()) {
      throw DatasetException.unusable(
          file,
          "it has no conversations of human and gpt (give ShareGPT's list, or one JSON object on"
              + " each line)");
    }
  }

  /**
   * Pairs messages as AIPerf does: each human message with the model's message that follows it. If
   * no message has a known role, the first two messages are used.
   */
  private static List<Exchange> exchangesOf(JsonNode entry) {
    List<JsonNode> messages =
        StreamSupport.stream(entry.path("conversations").spliterator(), false)
            .filter(JsonNode::isObject)
            .toList();
    List<JsonNode> labelled =
        messages.stream()
            .filter(message -> isFrom(message, HUMAN) || isFrom(message, MODEL))
            .toList();
    List<Exchange> exchanges = new ArrayList<>();
    if (labelled.isEmpty() && messages.size() > 1) {
      add(messages.get(0), messages.get(1), exchanges);
    }
    for (int next = 0; next < labelled.size() - 1; next++) {
      if (isFrom(labelled.get(next), HUMAN) && isFrom(labelled.get(next + 1), MODEL)) {
        add(labelled.get(next), labelled.get(next + 1), exchanges);
      }
    }
    return exchanges;
  }

  private static boolean isFrom(JsonNode message, String role) {
    return message.path("from").asText().equals(role);
  }

  private static void add(JsonNode request, JsonNode response, List<Exchange> exchanges) {
    String prompt = request.path("value").asText();
    String completion = response.path("value").asText();
    if (!prompt.isEmpty() && !completion.isEmpty()) {
      exchanges.add(new Exchange(prompt, completion));
    }
  }
}
