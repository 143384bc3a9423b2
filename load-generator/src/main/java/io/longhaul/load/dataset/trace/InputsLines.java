package io.longhaul.load.dataset.trace;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.TextFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Converts an {@code inputs.json}, as written by {@code InputsFile} and AIPerf, to the lines of a
 * trace: one for each body, with its session. Holds one session in memory at a time.
 */
final class InputsLines {

  private final Path file;
  private final Set<String> sessions = new HashSet<>();

  private InputsLines(Path file) {
    this.file = file;
  }

  /**
   * Writes the lines.
   *
   * @throws DatasetException if the file has another format
   */
  static void write(Path file, Path lines) throws IOException {
    try (JsonParser json = JsonLine.MAPPER.getFactory().createParser(TextFile.open(file));
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(lines))) {
      new InputsLines(file).write(json, out);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new DatasetException("Cannot use " + file + ": not JSON, in line " + line, e);
    }
  }

  private void write(JsonParser json, OutputStream out) throws IOException {
    requireThat(json.nextToken() == JsonToken.START_OBJECT, "it is not an object with data");
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isData = json.currentName().equals("data");
      JsonToken value = json.nextToken();
      if (isData && value == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          write(JsonLine.PART_READER.<JsonNode>readTree(json), out);
        }
      } else {
        json.skipChildren();
      }
    }
    requireThat(!sessions.isEmpty(), "it has no sessions in data");
  }

  private void write(JsonNode session, OutputStream out) throws IOException {
    String location = "data[" + sessions.size() + "] has ";
    if (session.has(TraceLine.PAYLOAD)) {
      throw DatasetException.unusable(
          file,
          "it is GenAI-Perf's inputs.json, whose entries have a payload (convert it to a trace with"
              + " lines {\"payload\": {…}, \"session_id\": \"…\"})");
    }
    String id = session.path(TraceLine.SESSION_ID).asText("");
    requireThat(!id.isEmpty(), location + "no session_id");
    requireThat(sessions.add(id), location + "the session_id of another one, " + id);
    JsonNode payloads = session.path("payloads");
    requireThat(payloads.isArray() && !payloads.isEmpty(), location + "no list of payloads");
    for (JsonNode payload : payloads) {
      requireThat(payload.isObject(), location + "a payload that is not an object");
      ObjectNode line = JsonNodeFactory.instance.objectNode().put(TraceLine.SESSION_ID, id);
      line.set(TraceLine.PAYLOAD, payload);
      // Unpaired surrogates become question marks, as in every body.
      out.write(line.toString().getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    }
  }

  private void requireThat(boolean valid, String problem) {
    if (!valid) {
      throw DatasetException.unusable(file, problem + " (give an inputs.json)");
    }
  }
}
