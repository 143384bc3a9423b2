package io.longhaul.sinks.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A file of objects, one a line, in the making. For one thread. */
final class JsonLines implements Closeable {
  private final AtomicFile file;
  private final JsonGenerator json;
  private final JsonDocument line;

  /** Begins it; an earlier file in its place stays there until this one is published. */
  JsonLines(Path file) throws IOException {
    this.file = AtomicFile.begin(file);
    this.json = JsonDocument.generator(this.file.out());
    json.setRootValueSeparator(null);
    this.line = new JsonDocument(json);
  }

  void line(JsonDocument.Content object) throws IOException {
    json.writeStartObject();
    object.write(line);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Puts the file into its place. */
  void publish() throws IOException {
    json.close();
    file.publish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
