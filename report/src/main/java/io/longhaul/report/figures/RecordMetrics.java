package io.longhaul.report.figures;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.Validity;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The metrics of single requests that AIPerf exports, computed from rows of {@code requests}. */
public record RecordMetrics(List<Metric> metrics) {

  /** Receives the metrics of a request, in the order of {@link Metric}. */
  @FunctionalInterface
  public interface Reader {
    /** Receives one number, in stored units. */
    void number(Metric metric, long stored) throws IOException;

    /** Receives several numbers, in stored units. */
    default void list(Metric metric, long[] stored) throws IOException {}
  }

  /**
   * Returns the metrics that apply to the requests of a run.
   *
   * @param tokenSource the source of the run's token counts, as in its summary
   */
  public static RecordMetrics of(String tokenSource) {
    Predicate<Metric> wanted = RunReportReader.wanted(tokenSource);
    return new RecordMetrics(
        Arrays.stream(Metric.values()).filter(RecordMetrics::isInRecords).filter(wanted).toList());
  }

  private static boolean isInRecords(Metric metric) {
    return AiperfResult.isExported(metric)
        && !metric.is(Metric.Flag.NOT_IN_RECORDS)
        && (RequestColumn.isInRows(metric) || metric == Metric.INTER_CHUNK_LATENCY);
  }

  /** Reports the metrics that a request has: none if it neither succeeded nor failed. */
  public void read(RequestRow row, Reader reader) throws IOException {
    RowFacts facts = new RowFacts(row);
    Validity validity = Validity.of(facts);
    if (validity == Validity.NOT_COMPLETED) {
      return;
    }
    for (Metric metric : metrics) {
      if (metric.is(Metric.Flag.ERROR_ONLY) == validity.isError()) {
        if (metric == Metric.INTER_CHUNK_LATENCY) {
          readGaps(row, reader);
        } else {
          readNumber(metric, facts, reader);
        }
      }
    }
  }

  private static void readNumber(Metric metric, RowFacts facts, Reader reader) throws IOException {
    long stored = RequestFormulas.aiperfValue(metric, facts);
    if (stored != RequestFacts.NONE) {
      reader.number(metric, stored);
    }
  }

  private static void readGaps(RequestRow row, Reader reader) throws IOException {
    List<Long> times = row.getChunkAfterStartNs();
    long[] chunks = new long[times.size()];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = times.get(i);
    }
    long[] gaps = RequestFormulas.gaps(chunks);
    if (gaps.length > 0) {
      reader.list(Metric.INTER_CHUNK_LATENCY, gaps);
    }
  }
}
