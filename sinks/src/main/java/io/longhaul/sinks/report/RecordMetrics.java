package io.longhaul.sinks.report;

import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.apache.avro.Schema;

/**
 * What AIPerf tells of single requests: those metrics that its records have, of a row of {@code
 * requests}, by the formulas of the figures of the whole run. For one thread.
 */
public final class RecordMetrics {
  private final List<Figure> figures;

  private RecordMetrics(List<Figure> figures) {
    this.figures = figures;
  }

  /** Hears the metrics of a request, in the order of the catalogue. */
  public interface Reader {
    /** One number, as stored. */
    void number(Metric metric, long stored) throws IOException;

    /** Several numbers, as stored. */
    void list(Metric metric, long[] stored) throws IOException;
  }

  /** Figures of the requests of a run: those that mean something for it. */
  public static RecordMetrics of(RunRow run) {
    Predicate<Metric> wanted = RunReportReader.wanted(run);
    List<Figure> figures = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (isInRecords(metric) && wanted.test(metric)) {
        if (metric == Metric.INTER_CHUNK_LATENCY) {
          figures.add(new ChunkGaps());
        } else {
          RequestColumn.asAiperf(metric)
              .ifPresent(column -> figures.add(new Cells(metric, column)));
        }
      }
    }
    return new RecordMetrics(figures);
  }

  private static boolean isInRecords(Metric metric) {
    return AiperfResult.isExported(metric) && !metric.is(Metric.Flag.NOT_IN_RECORDS);
  }

  /** Tells those that this request has: none when it neither ended well nor failed. */
  public void tell(RequestRow row, Reader reader) throws IOException {
    boolean valid = isValid(row);
    if (valid || isError(row)) {
      for (Figure figure : figures) {
        if (figure.metric().is(Metric.Flag.ERROR_ONLY) != valid) {
          figure.tell(row, reader);
        }
      }
    }
  }

  /** Whether it ended well, with an answer that has a beginning and an end. */
  public static boolean isValid(RequestRow row) {
    return row.getRequestLatencyNs() != null;
  }

  private static boolean isError(RequestRow row) {
    return !isValid(row)
        && Outcome.valueOf(row.getOutcome().toUpperCase(Locale.ROOT)).isCompleted();
  }

  /** A metric and where its value is found. */
  private interface Figure {
    Metric metric();

    /** Says nothing when the request has no value of it. */
    void tell(RequestRow row, Reader reader) throws IOException;
  }

  /** A number that follows from columns. */
  private static final class Cells implements Figure {
    private final Metric metric;
    private final RequestColumn.Formula formula;
    private final int[] places;
    private final long[] cells;

    Cells(Metric metric, RequestColumn column) {
      Schema row = RequestRow.getClassSchema();
      this.metric = metric;
      this.formula = column.formula();
      this.places = column.columns().stream().mapToInt(name -> row.getField(name).pos()).toArray();
      this.cells = new long[places.length];
    }

    @Override
    public Metric metric() {
      return metric;
    }

    @Override
    public void tell(RequestRow row, Reader reader) throws IOException {
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cell(row.get(places[i]));
      }
      long stored = formula.of(cells);
      if (stored != PhaseRequests.NONE) {
        reader.number(metric, stored);
      }
    }

    private static long cell(Object value) {
      if (value instanceof Boolean truth) {
        return truth ? 1 : 0;
      }
      return value == null ? PhaseRequests.NONE : ((Number) value).longValue();
    }
  }

  /** The gaps between chunks; none when time ran backwards in one of them. */
  private static final class ChunkGaps implements Figure {
    @Override
    public Metric metric() {
      return Metric.INTER_CHUNK_LATENCY;
    }

    @Override
    public void tell(RequestRow row, Reader reader) throws IOException {
      List<Long> chunks = row.getChunkAfterStartNs();
      if (chunks.size() < 2) {
        return;
      }
      long[] gaps = new long[chunks.size() - 1];
      long before = chunks.get(0);
      for (int i = 0; i < gaps.length; i++) {
        long chunk = chunks.get(i + 1);
        gaps[i] = chunk - before;
        before = chunk;
        if (gaps[i] < 0) {
          return;
        }
      }
      reader.list(metric(), gaps);
    }
  }
}
