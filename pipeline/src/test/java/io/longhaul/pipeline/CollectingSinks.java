package io.longhaul.pipeline;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportSinks;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Sinks that collect their rows as text. Flink serializes sinks for its tasks, so shared data are
 * looked up by name.
 */
final class CollectingSinks implements ExportSinks {
  private static final Map<String, Queue<String>> COLLECTED = new ConcurrentHashMap<>();

  private final String test;

  CollectingSinks(String test) {
    this.test = test;
  }

  /** Returns the sorted rows of each dataset as text. */
  Map<String, List<String>> rows() {
    Map<String, List<String>> rows = new TreeMap<>();
    COLLECTED.forEach(
        (name, texts) -> {
          if (name.startsWith(test + '/')) {
            rows.put(name.substring(test.length() + 1), texts.stream().sorted().toList());
          }
        });
    return rows;
  }

  void remove() {
    COLLECTED.keySet().removeIf(name -> name.startsWith(test + '/'));
  }

  @Override
  public <T extends SpecificRecordBase> Sink<T> sink(Dataset<T> dataset) {
    return new Collecting<>(test + '/' + dataset.name());
  }

  /** Collects rows under a name. */
  private static final class Collecting<T> implements Sink<T> {
    private static final long serialVersionUID = 1;

    private final String name;

    Collecting(String name) {
      this.name = name;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
      Queue<String> rows =
          COLLECTED.computeIfAbsent(name, unknown -> new ConcurrentLinkedQueue<>());
      return new SinkWriter<>() {
        @Override
        public void write(T row, Context writing) {
          rows.add(row.toString());
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
      };
    }
  }
}
