package io.longhaul.report.json;

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
import io.longhaul.sinks.folder.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Writes a JSON document as a stream: indented by two spaces, UTF-8, and the same bytes for the
 * same calls on every Java version. Omits members without a value; never writes infinite values or
 * NaN.
 */
public final class JsonDocument {
  /** Above this, readers that use 64-bit floats would round. */
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
  public interface Members {
    public void write() throws IOException;
  }

  /** Writes the members of the document. */
  @FunctionalInterface
  public interface Content {
    public void write(JsonDocument json) throws IOException;
  }

  /** Writes objects, one per line. */
  @FunctionalInterface
  public interface Lines {
    public void write(LineWriter lines) throws IOException;
  }

  /** Receives the next line. */
  @FunctionalInterface
  public interface LineWriter {
    void line(Content object) throws IOException;
  }

  /** Writes one member of an object. */
  @FunctionalInterface
  public interface Member<T> {
    public void write(String name, T value) throws IOException;
  }

  /** Writes one element of an array. */
  @FunctionalInterface
  public interface Element<T> {
    public void write(T element) throws IOException;
  }

  /** Writes the document, replacing an earlier one atomically. */
  public static void write(Path file, Content content) throws IOException {
    AtomicFile.replace(file, out -> write(out, content));
  }

  /** Does the same on one line without spaces, for files that only programs read. */
  public static void writeCompact(Path file, Content content) throws IOException {
    AtomicFile.replace(file, out -> writeCompact(out, content));
  }

  /** Returns a document in memory, without spaces. */
  public static byte[] compact(Content content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writeCompact(out, content);
    return out.toByteArray();
  }

  private static void writeCompact(OutputStream out, Content content) throws IOException {
    try (JsonGenerator json = generator(out)) {
      writeObject(json, content);
    }
  }

  public static void write(OutputStream out, Content content) throws IOException {
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

  /** Writes a file of objects, one per line, replacing an earlier one atomically. */
  public static void writeLines(Path file, Lines lines) throws IOException {
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

  /** Returns a value of texts, numbers, lists and maps as one line without spaces. */
  public static String compact(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot write as JSON: " + value, e);
    }
  }

  /** Returns a text as a JSON string. */
  static byte[] bytesOf(String text) {
    try {
      return MAPPER.writeValueAsBytes(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot write as JSON: " + text, e);
    }
  }

  /** Returns a value of texts, numbers, lists and maps as a tree. */
  public static JsonNode treeOf(Object value) {
    return MAPPER.valueToTree(value);
  }

  public void object(String name, Members members) throws IOException {
    json.writeObjectFieldStart(name);
    members.write();
    json.writeEndObject();
  }

  /** Writes an object with one member per entry of a map. */
  public <T> void object(String name, Map<String, T> members, Member<T> member) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, T> each : members.entrySet()) {
      member.write(each.getKey(), each.getValue());
    }
    json.writeEndObject();
  }

  /** Writes an array of objects. */
  public <T> void objects(String name, Collection<T> elements, Element<T> element)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (T each : elements) {
      json.writeStartObject();
      element.write(each);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes an array of objects of any length, without keeping them in memory. */
  public void objectsOneByOne(String name, Lines objects) throws IOException {
    json.writeArrayFieldStart(name);
    objects.write(
        object -> {
          json.writeStartObject();
          object.write(this);
          json.writeEndObject();
        });
    json.writeEndArray();
  }

  public void texts(String name, Collection<String> texts) throws IOException {
    json.writeFieldName(name);
    json.writeArray(texts.toArray(String[]::new), 0, texts.size());
  }

  /** Writes an array of integers as numbers, whatever their size, as other tools do. */
  public void plainIntegers(String name, long... integers) throws IOException {
    json.writeFieldName(name);
    json.writeArray(integers, 0, integers.length);
  }

  public void text(String name, String value) throws IOException {
    json.writeStringField(name, value);
  }

  /** Writes a text; omitted if empty. */
  public void textIfAny(String name, @Nullable String value) throws IOException {
    if (value != null && !value.isEmpty()) {
      text(name, value);
    }
  }

  /** Writes a text, or null if there is none, as other tools do. */
  public void textOrNull(String name, @Nullable String value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      text(name, value);
    }
  }

  public void truth(String name, boolean value) throws IOException {
    json.writeBooleanField(name, value);
  }

  /** Writes an array of finite numbers. */
  public void numbers(String name, double[] values) throws IOException {
    json.writeFieldName(name);
    json.writeArray(values, 0, values.length);
  }

  /** Writes an array of numbers, with null for those that are infinite or NaN. */
  public void numbersOrNull(String name, double[] values) throws IOException {
    json.writeArrayFieldStart(name);
    for (double value : values) {
      if (!Double.isFinite(value)) {
        json.writeNull();
      } else if (value == Math.rint(value) && Math.abs(value) <= MOST_EXACT_INTEGER) {
        json.writeNumber((long) value);
      } else {
        json.writeNumber(value);
      }
    }
    json.writeEndArray();
  }

  /** Writes a number; omitted if infinite or NaN. */
  public void number(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value == 0 ? 0.0 : value);
    }
  }

  /** Writes a number, or null if it is infinite or NaN, as other tools do. */
  public void numberOrNull(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      number(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  /** Writes a number; omitted if null, infinite or NaN. */
  public void numberIfAny(String name, @Nullable Double value) throws IOException {
    if (value != null) {
      number(name, value);
    }
  }

  /** Writes an amount in a larger unit; omitted if null. */
  public void numberIfAny(String name, @Nullable Long amount, double amountPerUnit)
      throws IOException {
    if (amount != null) {
      number(name, amount / amountPerUnit);
    }
  }

  public void number(String name, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(name, value.getAsDouble());
    }
  }

  /** Writes an integer as a number, whatever its size, as AIPerf does. */
  public void plainInteger(String name, long value) throws IOException {
    json.writeNumberField(name, value);
  }

  /** Writes an integer that every reader gets exactly: above 2^53 it is a text. */
  public void integer(String name, long value) throws IOException {
    if (Math.abs(value) <= MOST_EXACT_INTEGER) {
      json.writeNumberField(name, value);
    } else {
      json.writeStringField(name, Long.toString(value));
    }
  }

  /** Writes an integer that every reader gets exactly; omitted if null. */
  public void integerIfAny(String name, @Nullable Number value) throws IOException {
    if (value != null) {
      integer(name, value.longValue());
    }
  }

  /** Writes an integer as a number, whatever its size, as AIPerf does; omitted if null. */
  public void plainIntegerIfAny(String name, @Nullable Number value) throws IOException {
    if (value != null) {
      plainInteger(name, value.longValue());
    }
  }

  /** Writes a time as text in UTC with nanoseconds. */
  public void time(String name, long epochNanos) throws IOException {
    text(name, Instant.ofEpochSecond(0, epochNanos).toString());
  }

  /** Writes existing JSON unchanged; it must be valid. */
  public void raw(String name, byte[] utf8) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue(new String(utf8, UTF_8));
  }

  /** Writes an object; only in files of lines. */
  public void raw(String name, JsonBytes object) throws IOException {
    json.writeFieldName(name);
    json.writeRawValue("");
    json.flush();
    object.writeTo((OutputStream) json.getOutputTarget());
  }

  /** Writes the members of a part of another document unchanged. */
  public void members(JsonNode object) throws IOException {
    for (var member : object.properties()) {
      json.writeFieldName(member.getKey());
      MAPPER.writeTree(json, member.getValue());
    }
  }

  /** Writes a part of another document unchanged; omitted if missing or null. */
  public void tree(String name, JsonNode value) throws IOException {
    if (!value.isMissingNode() && !value.isNull()) {
      json.writeFieldName(name);
      MAPPER.writeTree(json, value);
    }
  }
}
