package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seconds of a run in which servers answered, and those in which they did not. */
class AvailabilityTest {
  private static final String RUN = "run";

  @TempDir Path folder;

  @Test
  void anOutageConsistsOfSecondsWithFailuresAndWithoutValidRequests() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 900))
            .with(aRequest(RUN, "b", 1000, 2900))
            .with(anError(RUN, "c", 2000, 3100))
            .with(refused("d", 3200))
            .with(refused("e", 4700))
            .with(aRequest(RUN, "f", 6100, 6500))
            .with(refused("g", 7200));

    Availability found = report(pipeline, 10_000).availability();

    assertThat(found.availableSeconds()).isEqualTo(4);
    assertThat(found.unavailableSeconds()).isEqualTo(6);
    assertThat(found.refusedConnections()).isEqualTo(3);
    assertThat(found.outages())
        .containsExactly(new Availability.Outage(3, 3, 2), new Availability.Outage(7, 3, 1));
    assertThat(found.longestOutage().firstSecond()).isEqualTo(3);
    assertThat(found.refusedCountedOncePerOutage()).isEqualTo(2);
  }

  @Test
  void anIdleSecondCountsLikeThePreviousOneAndEarlierOnesAreUnknown() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 2500, 2600))
            .with(aRequest(RUN, "b", 8000, 8100));

    RunReport report = report(pipeline, 10_000);

    assertThat(report.availability().availableSeconds()).isEqualTo(8);
    assertThat(report.availability().outages()).isEmpty();
    assertThat(report.statistics().values()).containsEntry(Metric.AVAILABILITY, 100.0);
  }

  @Test
  void aLongResponseKeepsItsSecondsAvailableWhileOthersFail() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 9900))
            .with(anError(RUN, "b", 3000, 3100))
            .with(refused("c", 4000));

    Availability found = report(pipeline, 10_000).availability();

    assertThat(found.percent()).isEqualTo(100);
    assertThat(found.refusedCountedOncePerOutage()).isEqualTo(1);
  }

  @Test
  void withoutACompletedRequestAvailabilityIsUnknown() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder, RUN)
            .with(anError(RUN, "a", 0, 900).setOutcome("cancelled").setCancelledEpochNs(at(800)));

    RunReport report = report(pipeline, 2_000);

    assertThat(report.availability()).isEqualTo(Availability.NONE);
    assertThat(report.statistics().values()).doesNotContainKey(Metric.AVAILABILITY);
  }

  /** Beyond a number of requests rows are read file by file. */
  @Test
  void aRunWithTooManyRequestsForExactFiguresHasTheSameAvailability() throws IOException {
    Lake lake =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 900))
            .with(refused("b", 1200))
            .finished(at(4_000));

    RunReport exact = RunReport.read(lake, RUN);
    RunReport merged =
        new RunReportReader(lake, RUN, Optional.empty(), ReportOptions.NONE, 1).read();

    assertThat(exact.availability().outages()).containsExactly(new Availability.Outage(1, 3, 1));
    assertThat(merged.availability()).isEqualTo(exact.availability());
    assertThat(merged.statistics().values()).containsEntry(Metric.AVAILABILITY, 25.0);
  }

  @Test
  void aRefusedConnectionHasNoLatency() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder, RUN)
            .with(aRequest(RUN, "a", 0, 900))
            .with(anError(RUN, "b", 1000, 1300))
            .with(refused("c", 1400));

    RunReport report = report(pipeline, 2_000);

    assertThat(report.statistics().distributions().get(Metric.EFFECTIVE_LATENCY).count())
        .isEqualTo(2);
    assertThat(report.statistics().distributions().get(Metric.EFFECTIVE_LATENCY).min())
        .isEqualTo(300);
    assertThat(report.statistics().values()).containsEntry(Metric.ERROR_REQUEST_COUNT, 2.0);
  }

  private static RequestRow.Builder refused(String id, long atMs) {
    return anError(RUN, id, atMs, atMs + 1)
        .setOutcome("transport_error")
        .setStatus(null)
        .setReason("connect_failed")
        .setMessage("Connection refused")
        .setSentEpochNs(null)
        .setWrittenEpochNs(null)
        .setHeadersEpochNs(null)
        .setFirstByteEpochNs(null);
  }

  private static RunReport report(FakePipeline pipeline, long endMs) throws IOException {
    return RunReport.read(pipeline.finished(at(endMs)), RUN);
  }
}
