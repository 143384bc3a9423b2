package io.longhaul.benchmarks.subject;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A bare Jackson loop that writes lines from memory: the first thousand lines of a file,
 * repeatedly, synced to disk. Arguments: the file, its number of lines. Command: an empty folder.
 * Response: the {@link Throughput}.
 */
public final class BareJsonMain {
  private static final int IN_MEMORY = 1_000;

  private final ObjectMapper mapper =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                  .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                  .build())
          .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);

  private final List<JsonNode> objects = new ArrayList<>();
  private final long lines;

  private BareJsonMain(Path file, long lines) throws IOException {
    this.lines = lines;
    try (Stream<String> all = Files.lines(file)) {
      for (String line : all.limit(IN_MEMORY).toList()) {
        objects.add(mapper.readTree(line));
      }
    }
  }

  public static void main(String[] args) throws Exception {
    BareJsonMain loop = new BareJsonMain(Path.of(args[0]), Long.parseLong(args[1]));
    CommandLoop.run(folder -> loop.write(Path.of(folder)));
  }

  private Throughput write(Path folder) throws IOException {
    ThroughputMeter meter = new ThroughputMeter();
    try (FileOutputStream out = new FileOutputStream(folder.resolve("lines.jsonl").toFile())) {
      try (JsonGenerator json = mapper.getFactory().createGenerator(out, JsonEncoding.UTF8)) {
        json.setRootValueSeparator(null);
        for (long i = 0; i < lines; i++) {
          mapper.writeTree(json, objects.get((int) (i % objects.size())));
          json.writeRaw('\n');
        }
      }
      out.getFD().sync();
    }
    return meter.read(lines);
  }
}
