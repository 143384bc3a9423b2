package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.stats.DistributionSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestStatisticsTest {
  private static final String RUN = "run";

  @TempDir Path folder;

  /** Vectors V1 (AIPerf 0.13) and G2 (GenAI-Perf), from rows in real files. */
  @ParameterizedTest
  @CsvSource({
    "5, 5,5,5,5, 5,5,5,5,5,5,5,5,5, 0",
    "10 20, 15,10,20,30, 10.1,10.5,11,12.5,15,17.5,19,19.5,19.9, 5",
    "3 1 2, 2,1,3,6, 1.02,1.1,1.2,1.5,2,2.5,2.8,2.9,2.98, 0.816496580927726",
    "1 2 3 4 5 6 7 8 9 10, 5.5,1,10,55, 1.09,1.45,1.9,3.25,5.5,7.75,9.1,9.549999999999999,9.91,"
        + " 2.8722813232690143",
    "100 100 100 200, 125,100,200,500, 100,100,100,100,100,125,170,184.99999999999997,"
        + "196.99999999999997, 43.30127018922193",
    "10 20 30 40, 25,10,40,100, 10.3,11.5,13,17.5,25,32.5,37,38.5,39.7, 11.180339887498949",
    "5 1 4 2 3, 3,1,5,15, 1.04,1.2,1.4,2,3,4,4.6,4.8,4.96, 1.4142135623730951",
    "7, 7,7,7,7, 7,7,7,7,7,7,7,7,7, 0"
  })
  void statisticsEqualThoseOfAiperf(
      String latenciesMs,
      double avg,
      double min,
      double max,
      double sum,
      double p1,
      double p5,
      double p10,
      double p25,
      double p50,
      double p75,
      double p90,
      double p95,
      double p99,
      double std)
      throws IOException {
    FakePipeline pipeline = new FakePipeline(folder, RUN);
    for (String ms : latenciesMs.split(" ", -1)) {
      pipeline.with(aRequest(RUN, "r" + ms, 0, Long.parseLong(ms)));
    }

    DistributionSummary latency = summaryOf(pipeline, Metric.REQUEST_LATENCY);

    assertThat(latency.method()).isEqualTo(DistributionSummary.Method.EXACT);
    assertThat(
            new double[] {
              latency.avg(),
              latency.min(),
              latency.max(),
              latency.sum(),
              latency.p1(),
              latency.p5(),
              latency.p10(),
              latency.p25(),
              latency.p50(),
              latency.p75(),
              latency.p90(),
              latency.p95(),
              latency.p99(),
              latency.std()
            })
        .containsExactly(
            new double[] {avg, min, max, sum, p1, p5, p10, p25, p50, p75, p90, p95, p99, std},
            within(1e-9));
  }

  @Test
  void gapsOfAllChunksArePooled() throws IOException {
    DistributionSummary gaps =
        summaryOf(
            new FakePipeline(folder, RUN)
                .with(chunksAt("a", 5, 15, 27, 45))
                .with(chunksAt("b", 5, 13)),
            Metric.INTER_CHUNK_LATENCY);

    assertThat(gaps.count()).isEqualTo(4);
    assertThat(gaps.avg()).isEqualTo(12);
    assertThat(gaps.p1()).isCloseTo(8.06, within(1e-9));
    assertThat(gaps.p75()).isCloseTo(13.5, within(1e-9));
    assertThat(gaps.std()).isCloseTo(3.7416573867739413, within(1e-9));
  }

  @Test
  void aRequestWithATimestampThatWentBackwardsHasNoGaps() throws IOException {
    DistributionSummary gaps =
        summaryOf(
            new FakePipeline(folder, RUN).with(chunksAt("a", 5, 15, 14)).with(chunksAt("b", 5, 13)),
            Metric.INTER_CHUNK_LATENCY);

    assertThat(gaps.count()).isEqualTo(1);
    assertThat(gaps.avg()).isEqualTo(8);
  }

  @Test
  void aRequestWithManyChunksIsReadCompletely() throws IOException {
    DistributionSummary gaps =
        summaryOf(
            new FakePipeline(folder, RUN)
                .with(chunksAt("a", LongStream.rangeClosed(1, 1000).map(i -> 2 * i).toArray()))
                .with(chunksAt("b", 1)),
            Metric.INTER_CHUNK_LATENCY);

    assertThat(gaps.count()).isEqualTo(999);
    assertThat(gaps.sum()).isEqualTo(1998);
  }

  @Test
  void derivedMetricsEqualThoseOfRequestMetrics() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(
                    aRequest(RUN, "a", 0, 100)
                        .setOutputSequenceLength(94)
                        .setRequestedOutputTokens(100)
                        .setInputTokens(10)
                        .setUsagePromptTokens(11)
                        .setUsageCompletionTokens(94))
                .with(
                    aRequest(RUN, "b", 0, 100)
                        .setOutputSequenceLength(95)
                        .setRequestedOutputTokens(100)
                        .setOutputTokens(0)
                        .setInputTokens(10)
                        .setImages(4)
                        .setAudioDurationNs(250_000_000L)
                        .setUsagePromptTokens(12)
                        .setUsageCompletionTokens(95)));

    assertThat(distribution(report, Metric.DECODE_DURATION).avg()).isEqualTo(50);
    assertThat(distribution(report, Metric.E2E_OUTPUT_TOKEN_THROUGHPUT).max()).isEqualTo(950);
    assertThat(distribution(report, Metric.NUM_IMAGES).count()).isEqualTo(1);
    assertThat(distribution(report, Metric.IMAGE_THROUGHPUT).avg()).isEqualTo(40);
    assertThat(distribution(report, Metric.IMAGE_LATENCY).avg()).isEqualTo(25);
    assertThat(distribution(report, Metric.AUDIO_DURATION).avg()).isEqualTo(0.25);
    assertThat(distribution(report, Metric.RTFX).avg()).isEqualTo(2.5);
    assertThat(distribution(report, Metric.OSL_MISMATCH_DIFF_PCT).min()).isEqualTo(-6);
    assertThat(report.statistics().values()).containsEntry(Metric.OSL_MISMATCH_COUNT, 1.0);
    assertThat(distribution(report, Metric.USAGE_PROMPT_TOKENS_DIFF_PCT).max()).isEqualTo(20);
    assertThat(report.statistics().values()).containsEntry(Metric.USAGE_DISCREPANCY_COUNT, 1.0);
    assertThat(distribution(report, Metric.OUTPUT_TOKEN_COUNT).count()).isEqualTo(1);
  }

  @Test
  void httpPhasesEqualThoseOfRequestMetrics() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 100).setWrittenEpochNs(at(1)).setBytesSent(512))
                .with(
                    aRequest(RUN, "b", 5, 105)
                        .setHandedEpochNs(at(2))
                        .setConnectStartedEpochNs(at(3))
                        .setConnectedEpochNs(at(4))
                        .setConnectionReused(false)
                        .setWrittenEpochNs(at(7))));

    assertThat(distribution(report, Metric.HTTP_REQ_CONNECTING).max()).isEqualTo(1);
    assertThat(distribution(report, Metric.HTTP_REQ_DNS_LOOKUP).count()).isEqualTo(1);
    assertThat(distribution(report, Metric.HTTP_REQ_SENDING).max()).isEqualTo(2);
    assertThat(distribution(report, Metric.HTTP_REQ_WAITING).min()).isEqualTo(48);
    assertThat(distribution(report, Metric.HTTP_REQ_RECEIVING).max()).isEqualTo(50);
    assertThat(distribution(report, Metric.HTTP_REQ_DURATION).max()).isEqualTo(100);
    assertThat(distribution(report, Metric.HTTP_REQ_TOTAL).max()).isEqualTo(101);
    assertThat(distribution(report, Metric.HTTP_REQ_CONNECTION_REUSED).avg()).isEqualTo(0.5);
    assertThat(distribution(report, Metric.HTTP_REQ_DATA_SENT).max()).isEqualTo(0.5);
    assertThat(distribution(report, Metric.EFFECTIVE_LATENCY).max()).isEqualTo(103);
  }

  @Test
  void usageDifferencesAreOmittedIfTheServerCountsTokens() throws IOException {
    RunReport report =
        RunReport.read(
            new FakePipeline(folder, RUN)
                .with(
                    aRequest(RUN, "a", 0, 100).setUsagePromptTokens(10).setUsageCompletionTokens(2))
                .countedBy("server_usage")
                .finished(at(1000)),
            RUN);

    assertThat(report.statistics().distributions())
        .doesNotContainKey(Metric.USAGE_PROMPT_TOKENS_DIFF_PCT);
    assertThat(report.statistics().values()).doesNotContainKey(Metric.USAGE_DISCREPANCY_COUNT);
    assertThat(report.statistics().distributions()).containsKey(Metric.USAGE_PROMPT_TOKENS);
  }

  @Test
  void timesOfTheGeneratorIncludeEveryRequest() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 100).setSendLagNs(1_000_000L))
                .with(anError(RUN, "b", 0, 100).setSendLagNs(3_000_000L)));

    assertThat(distribution(report, Metric.SEND_LAG).avg()).isEqualTo(2);
    assertThat(distribution(report, Metric.REQUEST_LATENCY).count()).isEqualTo(1);
    assertThat(distribution(report, Metric.ERROR_ISL).count()).isEqualTo(1);
  }

  @Test
  void aValidRequestWithoutAnSloResultIsNeitherGoodNorBad() throws IOException {
    RunReport report =
        report(
            new FakePipeline(folder, RUN)
                .with(aRequest(RUN, "a", 0, 100).setGood(true))
                .with(aRequest(RUN, "b", 0, 100).setGood(null))
                .with(anError(RUN, "c", 0, 100).setGood(false)));

    assertThat(report.statistics().values())
        .containsEntry(Metric.GOOD_REQUEST_COUNT, 1.0)
        .containsEntry(Metric.GOODPUT, 1.0)
        .containsEntry(Metric.GOOD_REQUEST_FRACTION, 0.333333);
  }

  private static RequestRow.Builder chunksAt(String id, long... ms) {
    List<Long> chunks = LongStream.of(ms).mapToObj(at -> at * 1_000_000).toList();
    return aRequest(RUN, id, 0, 100).setChunkAfterStartNs(chunks);
  }

  private static RunReport report(FakePipeline pipeline) throws IOException {
    return RunReport.read(pipeline.finished(at(1000)), RUN);
  }

  private static DistributionSummary summaryOf(FakePipeline pipeline, Metric metric)
      throws IOException {
    return distribution(report(pipeline), metric);
  }

  private static DistributionSummary distribution(RunReport report, Metric metric) {
    return report.statistics().distributions().get(metric);
  }
}
