package io.longhaul.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.longhaul.sinks.folder.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a file of objects, one per line. For one thread. */
public final class JsonLines implements Closeable {
  private final AtomicFile file;
  private final JsonGenerator json;
  private final JsonDocument line;

  /** Starts the file; an earlier file of that name remains until this one is published. */
  public JsonLines(Path file) throws IOException {
    this(new AtomicFile(file));
  }

  /** Writes a file that was started; it is closed with the lines. */
  public JsonLines(AtomicFile file) throws IOException {
    this.file = file;
    this.json = JsonDocument.generator(this.file.out());
    json.setRootValueSeparator(null);
    json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    this.line = new JsonDocument(json);
  }

  public void line(JsonDocument.Content object) throws IOException {
    json.writeStartObject();
    object.write(line);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Returns the number of bytes of the lines so far, all of which are in the file then. */
  public long size() throws IOException {
    json.flush();
    return file.size();
  }

  /** Renames the file to its final name. */
  public void publish() throws IOException {
    json.close();
    file.publish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
