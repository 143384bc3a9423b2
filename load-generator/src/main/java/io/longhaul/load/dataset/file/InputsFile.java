package io.longhaul.load.dataset.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import io.longhaul.load.endpoint.json.UntrustedJson;
import io.longhaul.schema.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes {@code inputs.json} in AIPerf's format: the request bodies of each entry of a data set. It
 * is written entry by entry and published atomically. Only its owner can read it.
 */
public final class InputsFile {
  private static final JsonFactory JSON =
      UntrustedJson.ownDocumentMapper(Integer.MAX_VALUE).getFactory();

  private InputsFile() {}

  /**
   * One entry.
   *
   * @param sessionId session ID in the exported rows
   * @param bodies JSON bodies, one for each turn
   */
  public record Input(String sessionId, List<byte[]> bodies) {}

  /**
   * Writes the entries.
   *
   * @param inputs returns the entry at an index, from 0
   * @throws IOException if the file cannot be written or a body is not JSON
   */
  public static void write(Path file, int entries, IntFunction<Input> inputs) throws IOException {
    Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
    PrivateFiles.create(draft);
    try (OutputStream out = Files.newOutputStream(draft, WRITE, NOFOLLOW_LINKS);
        JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8)) {
      json.setPrettyPrinter(indented());
      json.writeStartObject();
      json.writeArrayFieldStart("data");
      for (int entry = 0; entry < entries; entry++) {
        write(json, inputs.apply(entry));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    Files.move(draft, file, ATOMIC_MOVE);
  }

  private static void write(JsonGenerator json, Input input) throws IOException {
    json.writeStartObject();
    json.writeStringField("session_id", input.sessionId());
    json.writeArrayFieldStart("payloads");
    for (byte[] body : input.bodies()) {
      write(json, body);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, byte[] body) throws IOException {
    try (JsonParser parsed = JSON.createParser(body)) {
      while (parsed.nextToken() != null) {
        json.copyCurrentEventExact(parsed);
      }
    }
  }

  private static DefaultPrettyPrinter indented() {
    DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""));
    printer.indentArraysWith(twoSpaces);
    printer.indentObjectsWith(twoSpaces);
    return printer;
  }
}
