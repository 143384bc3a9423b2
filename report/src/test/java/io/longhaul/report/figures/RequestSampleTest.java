package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.metrics.Metric;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestSampleTest {
  private static final List<Metric> METRICS =
      List.of(Metric.INPUT_SEQUENCE_LENGTH, Metric.REQUEST_LATENCY);
  private static final int REQUESTS = 800;

  @TempDir Path folder;

  @Test
  void fewRequestsAreAllInTheSample() throws IOException {
    RequestSample sample = sample(run("lake", IntStream.range(0, REQUESTS)), REQUESTS);

    assertThat(sample.of()).isEqualTo(REQUESTS);
    assertThat(sample.requests().stream().mapToDouble(request -> request.values()[0]).sorted())
        .containsExactly(
            IntStream.range(0, REQUESTS).asDoubleStream().boxed().toArray(Double[]::new));
    assertThat(sample.requests())
        .allSatisfy(request -> assertThat(request.values()[1]).isEqualTo(100));
  }

  @Test
  void everyRequestIsDrawnWithTheSameProbability() throws IOException {
    RequestSample sample = sample(run("lake", IntStream.range(0, REQUESTS)), REQUESTS / 4);

    assertThat(sample.requests()).hasSize(REQUESTS / 4);
    assertThat(sample.of()).isEqualTo(REQUESTS);
    for (int quarter = 0; quarter < 4; quarter++) {
      double from = quarter * REQUESTS / 4.0;
      long drawn =
          sample.requests().stream()
              .filter(
                  request ->
                      request.values()[0] >= from && request.values()[0] < from + REQUESTS / 4.0)
              .count();
      assertThat((double) drawn).isCloseTo(REQUESTS / 16.0, within(20.0));
    }
  }

  @Test
  void theOrderOfTheRowsDoesNotMatter() throws IOException {
    RequestSample forwards = sample(run("lake", IntStream.range(0, 300)), 20);
    RequestSample backwards =
        sample(run("another-lake", IntStream.range(0, 300).map(i -> 299 - i)), 20);

    assertThat(forwards.requests()).hasSize(20);
    assertThat(backwards.requests()).usingRecursiveComparison().isEqualTo(forwards.requests());
  }

  @Test
  void failedRequestsAreNotInTheSample() throws IOException {
    FakePipeline run = run("lake", IntStream.range(0, 3)).with(anError("run", "e", 10, 20));

    assertThat(sample(run, 10).requests()).hasSize(3);
  }

  private FakePipeline run(String lake, IntStream requests) {
    FakePipeline run = new FakePipeline(folder.resolve(lake), "run");
    requests.forEach(
        i -> run.with(aRequest("run", "r" + i, 10L * i, 10L * i + 100).setInputTokens(i)));
    return run;
  }

  private static RequestSample sample(FakePipeline run, int most) throws IOException {
    Lake lake = run.finished(at(9_000));
    return RequestSample.read(lake, RunReport.read(lake, "run"), METRICS, most);
  }
}
