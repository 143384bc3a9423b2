package io.longhaul.cli.web;

import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.SliceRow;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.report.html.LiveCharts;
import io.longhaul.sinks.Dataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads samples of a lake in the order of their slices. */
class CommittedSamplesTest {
  private static final String RUN = "run-c";

  @TempDir Path folder;
  private TestLake lake;
  private final List<SliceRow> slices = new ArrayList<>();
  private final LiveCharts charts = new LiveCharts(SloSet.NONE, List.of(), 1_000_000_000);

  @BeforeEach
  void commit() throws Exception {
    lake = new TestLake(folder.resolve("lake"));
    slices.addAll(lake.addUnfinished(RUN, 0));
    charts.starts(at(0));
  }

  @Test
  void eachSliceHasTheSamplesOfItsTimeInWhateverOrderFilesWereFound() throws Exception {
    lake.commitSamples(RUN, "a-later", 3, 6);
    lake.commitSamples(RUN, "b-earlier", 0, 3);
    CommittedSamples samples = new CommittedSamples(lake.lake(), RUN);
    samples.find();

    show(samples, 6);

    assertThat(values("gpu-power")).containsExactly(300.0, 310.0, 320.0, 330.0, 340.0, 350.0);
    assertThat(values("server-requests")).containsExactly(4.0, 4.0, 4.0, 4.0, 4.0, 4.0);
    assertThat(samples.takeProblems()).isEmpty();
  }

  @Test
  void ofALongRunTheChartsOfServersBeginAtTheNewestRowsAndSaySo() throws Exception {
    lake.commitSamples(RUN, "a", 0, 3);
    for (Path file : lake.lake().files(Dataset.SERVER_SAMPLES, RUN)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    }
    lake.commitSamples(RUN, "b", 3, 5);
    CommittedSamples samples = new CommittedSamples(lake.lake(), RUN, 20);
    samples.find();

    show(samples, 5);

    assertThat(values("gpu-power")).hasSize(5).doesNotContain(Double.NaN);
    assertThat(values("server-requests"))
        .containsExactly(Double.NaN, Double.NaN, Double.NaN, 4.0, 4.0);
    assertThat(new ObjectMapper().readTree(charts.json()).path("events"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.path("text").asText()).startsWith("The charts of the servers begin");
              assertThat(event.path("from").asDouble()).isEqualTo(3.2);
            });
  }

  @Test
  void samplesAreBehindIfASearchFindsNoFurtherFile() throws Exception {
    CommittedSamples samples = new CommittedSamples(lake.lake(), RUN);
    samples.find();
    assertThat(samples.isBehind()).isFalse();

    lake.commitSamples(RUN, "a", 0, 3);
    samples.find();
    assertThat(samples.isBehind()).isFalse();

    samples.find();
    assertThat(samples.isBehind()).isTrue();
  }

  private void show(CommittedSamples samples, int count) {
    for (SliceRow slice : slices.subList(0, count)) {
      samples.takeUpTo(slice.getSliceIndex()).forEach(sample -> sample.accept(charts));
      charts.finished(slice);
    }
  }

  /** Returns the values of the first line of a chart. */
  private List<Double> values(String chart) throws Exception {
    List<Double> values = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(charts.json()).path("charts")) {
      if (each.path("id").asText().equals(chart)) {
        each.path("lines")
            .path(0)
            .path("single")
            .forEach(value -> values.add(value.asDouble(Double.NaN)));
      }
    }
    return values;
  }
}
