package io.longhaul.sinks.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * One JSON document in the making: indented by two spaces, UTF-8, the same bytes for the same calls
 * on every Java. A member without a value is left out; infinite values and those that are no number
 * never get in. Written as a stream, so its length does not matter.
 */
final class JsonDocument {
  /** Beyond this, readers that know only 64-bit floats would round. */
  private static final long MOST_EXACT_INTEGER = 1L << 53;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
              .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
              .build());

  private final JsonGenerator json;

  JsonDocument(JsonGenerator json) {
    this.json = json;
  }

  /** Writes the members of an object. */
  @FunctionalInterface
  interface Members {
    void write() throws IOException;
  }

  /** Writes the members of the document. */
  @FunctionalInterface
  interface Content {
    void write(JsonDocument json) throws IOException;
  }

  /** Writes objects, one a line. */
  @FunctionalInterface
  interface Lines {
    void write(LineWriter lines) throws IOException;
  }

  /** Takes the next line. */
  @FunctionalInterface
  interface LineWriter {
    void line(Content object) throws IOException;
  }

  /** Writes one element of an array. */
  @FunctionalInterface
  interface Element<T> {
    void write(T element) throws IOException;
  }

  /** Writes the document in the place of an earlier one, in one step. */
  static void write(Path file, Content content) throws IOException {
    AtomicFile.replace(file, out -> write(out, content));
  }

  /** Likewise on one line, without a space: files that are for programs only. */
  static void writeCompact(Path file, Content content) throws IOException {
    AtomicFile.replace(
        file,
        out -> {
          try (JsonGenerator json = MAPPER.getFactory().createGenerator(out, JsonEncoding.UTF8)) {
            writeObject(json, content);
          }
        });
  }

  /** A document in memory, without a space. */
  static byte[] compact(Content content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = generator(out)) {
      writeObject(json, content);
    }
    return out.toByteArray();
  }

  static void write(OutputStream out, Content content) throws IOException {
    try (JsonGenerator json = generator(out)) {
      json.setPrettyPrinter(indented());
      writeObject(json, content);
    }
  }

  private static void writeObject(JsonGenerator json, Content content) throws IOException {
    json.writeStartObject();
    content.write(new JsonDocument(json));
    json.writeEndObject();
  }

  /** Writes a file of objects, one a line, in the place of an earlier one, in one step. */
  static void writeLines(Path file, Lines lines) throws IOException {
    try (JsonLines written = new JsonLines(file)) {
      lines.write(written::line);
      written.publish();
    }
  }

  static JsonGenerator generator(OutputStream out) throws IOException {
    return MAPPER.getFactory().createGenerator(out, JsonEncoding.UTF8);
  }

  private static DefaultPrettyPrinter indented() {
    DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
    printer.indentArraysWith(twoSpaces);
    printer.indentObjectsWith(twoSpaces);
    return printer;
  }

  /** A value of texts, numbers, lists and maps, on one line without a space. */
  static String compact(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot write as JSON: " + value, e);
    }
  }

  void object(String name, Members members) throws IOException {
    json.writeObjectFieldStart(name);
    members.write();
    json.writeEndObject();
  }

  /** An array of objects. */
  <T> void objects(String name, Collection<T> elements, Element<T> element) throws IOException {
    json.writeArrayFieldStart(name);
    for (T each : elements) {
      json.writeStartObject();
      element.write(each);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** An array of objects, as long as it gets: none of them is kept. */
  void objectsOneByOne(String name, Lines objects) throws IOException {
    json.writeArrayFieldStart(name);
    objects.write(
        object -> {
          json.writeStartObject();
          object.write(this);
          json.writeEndObject();
        });
    json.writeEndArray();
  }

  void texts(String name, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** An array of integers as numbers, whatever their size: other tools' shapes. */
  void plainIntegers(String name, long... integers) throws IOException {
    json.writeArrayFieldStart(name);
    for (long integer : integers) {
      json.writeNumber(integer);
    }
    json.writeEndArray();
  }

  /** An array of small integers: indexes, counts. */
  void integers(String name, Collection<Long> integers) throws IOException {
    json.writeArrayFieldStart(name);
    for (long integer : integers) {
      json.writeNumber(integer);
    }
    json.writeEndArray();
  }

  void text(String name, String value) throws IOException {
    json.writeStringField(name, value);
  }

  /** A text that may be empty: then it is left out. */
  void textIfAny(String name, String value) throws IOException {
    if (value != null && !value.isEmpty()) {
      text(name, value);
    }
  }

  /** A text of other tools' shapes, where null stands for none. */
  void textOrNull(String name, String value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      text(name, value);
    }
  }

  void truth(String name, boolean value) throws IOException {
    json.writeBooleanField(name, value);
  }

  /** An array of real numbers, all of them finite. */
  void numbers(String name, double[] values) throws IOException {
    json.writeArrayFieldStart(name);
    for (double value : values) {
      json.writeNumber(value);
    }
    json.writeEndArray();
  }

  /** A real number; left out when it is infinite or none. */
  void number(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value == 0 ? 0.0 : value);
    }
  }

  /** A real number of other tools' shapes, where null stands for one that is infinite or none. */
  void numberOrNull(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      number(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  void number(String name, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(name, value.getAsDouble());
    }
  }

  /** An integer as a number, whatever its size: AIPerf's shapes. */
  void plainInteger(String name, long value) throws IOException {
    json.writeNumberField(name, value);
  }

  /** An integer that every reader gets exactly: beyond 2^53 it is a text. */
  void integer(String name, long value) throws IOException {
    if (Math.abs(value) <= MOST_EXACT_INTEGER) {
      json.writeNumberField(name, value);
    } else {
      json.writeStringField(name, Long.toString(value));
    }
  }

  /** A moment, as text in UTC with all its nanoseconds. */
  void time(String name, long epochNanos) throws IOException {
    text(name, Instant.ofEpochSecond(0, epochNanos).toString());
  }

  /** JSON that another has written, to the byte; it must be valid. */
  void raw(String name, byte[] utf8) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue(new String(utf8, UTF_8));
  }

  /** The members of a part of another document, as they are. */
  void members(JsonNode object) throws IOException {
    for (var member : object.properties()) {
      json.writeFieldName(member.getKey());
      MAPPER.writeTree(json, member.getValue());
    }
  }

  /** A part of another document, as it is; left out when it is missing or null. */
  void tree(String name, JsonNode value) throws IOException {
    if (!value.isMissingNode() && !value.isNull()) {
      json.writeFieldName(name);
      MAPPER.writeTree(json, value);
    }
  }
}
