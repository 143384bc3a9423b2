package io.longhaul.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.RequestFacts;
import io.longhaul.metrics.RequestFormulas;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.Validity;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.RowPhase;
import io.longhaul.sinks.Rows;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.FilePart;
import io.longhaul.sinks.parquet.ParquetFooters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every figure of every request of a seeded lake, computed from its trace, from its row and from
 * the columns of the lake: all three are equal.
 */
class FiguresOfTracesAndRowsTest {
  private static final String RUN = "run";
  private static final int REQUESTS = 2_000;

  @TempDir static Path folder;
  private static final Map<String, RequestTrace> TRACES = new HashMap<>();
  private static final List<RequestRow> ROWS = new ArrayList<>();
  private static PhaseRequests columns;

  @BeforeAll
  static void writeLake() throws IOException {
    SeededRequests seeded = new SeededRequests(11, SloSet.NONE);
    FakePipeline pipeline = new FakePipeline(folder, RUN);
    for (int i = 0; i < REQUESTS; i++) {
      pipeline.with(seeded.next(RUN, i, i));
      TRACES.put("r" + i, seeded.lastTrace());
    }
    Lake lake = pipeline.finished(Rows.at(REQUESTS + 2_000L));
    ParquetFooters footers = new ParquetFooters();
    List<FilePart> parts = footers.whole(lake.files(Dataset.REQUESTS, RUN));
    columns = PhaseRequests.of(footers, parts, RowPhase.PROFILING, Long.MAX_VALUE);
    lake.forEach(Dataset.REQUESTS, RUN, ROWS::add);
  }

  @Test
  void everyMetricHasTheSameValueInTraceRowAndColumns() throws IOException {
    int compared = 0;
    for (Metric metric : Metric.values()) {
      if (RequestColumn.isInRows(metric) && metric != Metric.GOOD_REQUEST_COUNT) {
        long[] ofColumns = columns.values(metric);
        for (int row = 0; row < REQUESTS; row++) {
          RowFacts facts = new RowFacts(ROWS.get(row));
          RequestMetrics ofTrace = RequestMetrics.of(trace(row));
          long ofRow =
              Validity.of(facts).has(metric)
                  ? RequestFormulas.value(metric, facts)
                  : RequestFacts.NONE;
          assertThat(ofRow).as("%s of row %d", metric, row).isEqualTo(ofTrace.value(metric));
          assertThat(ofColumns[row]).as("%s of row %d", metric, row).isEqualTo(ofRow);
          compared += ofTrace.has(metric) ? 1 : 0;
        }
      }
    }
    assertThat(compared).isGreaterThan(35 * REQUESTS);
  }

  @Test
  void startEndAndValidityAreTheSame() {
    for (int row = 0; row < REQUESTS; row++) {
      RequestTrace trace = trace(row);
      RowFacts facts = new RowFacts(ROWS.get(row));
      long start = Rows.RUN_START_EPOCH_NS + trace.startOrHandedNanos();
      assertThat(Validity.of(facts)).isEqualTo(Validity.of(trace));
      assertThat(columns.isValid(row)).isEqualTo(RequestMetrics.of(trace).isValid());
      assertThat(columns.isError(row)).isEqualTo(RequestMetrics.of(trace).isError());
      assertThat(facts.startOrHandedNanos()).isEqualTo(start);
      assertThat(columns.startEpochNanos(row)).isEqualTo(start);
      assertThat(columns.endEpochNanos(row))
          .isEqualTo(Rows.RUN_START_EPOCH_NS + trace.endedAtNanos());
    }
  }

  @Test
  void gapsBetweenChunksAreTheSame() throws IOException {
    Map<Integer, List<Long>> ofColumns = new HashMap<>();
    columns
        .chunks()
        .forEach(
            (row, afterStart, count) -> {
              List<Long> gaps = ofColumns.computeIfAbsent(row, any -> new ArrayList<>());
              for (int i = 1; i < count; i++) {
                gaps.add(afterStart[i] - afterStart[i - 1]);
              }
            });
    for (int row = 0; row < REQUESTS; row++) {
      assertThat(RequestMetrics.of(trace(row)).interChunkGapsNanos())
          .containsExactly(
              ofColumns.getOrDefault(row, List.of()).stream().mapToLong(Long::longValue).toArray());
    }
  }

  private static RequestTrace trace(int row) {
    return TRACES.get(ROWS.get(row).getRequestId());
  }
}
