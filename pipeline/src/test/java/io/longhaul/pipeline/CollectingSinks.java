package io.longhaul.pipeline;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.export.SliceRow;
import io.longhaul.sinks.ExportSinks;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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

  private <T> Sink<T> sink(String dataset) {
    return new Collecting<>(test + '/' + dataset);
  }

  @Override
  public Sink<RequestRow> requests() {
    return sink("requests");
  }

  @Override
  public Sink<SliceRow> slices() {
    return sink("slices");
  }

  @Override
  public Sink<GpuSampleRow> gpuSamples() {
    return sink("gpu_samples");
  }

  @Override
  public Sink<HandshakeRow> handshakes() {
    return sink("handshakes");
  }

  @Override
  public Sink<ServerSampleRow> serverSamples() {
    return sink("server_samples");
  }

  @Override
  public Sink<GpuSliceRow> gpuSlices() {
    return sink("gpu_slices");
  }

  @Override
  public Sink<RunRow> runs() {
    return sink("runs");
  }

  @Override
  public Sink<LedgerRow> ledger() {
    return sink("ledger");
  }

  @Override
  public Sink<LateRow> late() {
    return sink("late");
  }

  @Override
  public Sink<RejectedRow> rejected() {
    return sink("rejected");
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
