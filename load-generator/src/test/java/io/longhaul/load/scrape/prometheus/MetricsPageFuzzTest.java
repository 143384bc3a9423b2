package io.longhaul.load.scrape.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.Damage;
import io.longhaul.load.scrape.dcgm.DcgmExporterClient;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.SeriesLimit;
import io.longhaul.load.scrape.server.ServerPage;
import io.longhaul.wire.ServerSeries;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Damaged metrics pages are parsed or rejected as a whole, without other exceptions. */
class MetricsPageFuzzTest {
  private static final String SERVER =
      """
      # HELP vllm:num_requests_running Number of requests.
      # TYPE vllm:num_requests_running gauge
      vllm:num_requests_running{engine="0",model_name="m, \\"x\\" \\n"} 3.0
      # TYPE vllm:time_to_first_token_seconds histogram
      vllm:time_to_first_token_seconds_bucket{le="0.001"} 0
      vllm:time_to_first_token_seconds_bucket{le="0.5"} 2.0
      vllm:time_to_first_token_seconds_bucket{le="+Inf"} 3.0
      vllm:time_to_first_token_seconds_count 3
      vllm:time_to_first_token_seconds_sum 1.5e-1
      # TYPE vllm:request_success_total counter
      vllm:request_success_total{finished_reason="stop"} 7 1700000000000
      # TYPE up gauge
      up 1
      """;

  private static final String GPUS =
      FakeExporter.TWO_GPUS
          + """
          DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",GPU_I_ID="1",GPU_I_PROFILE="1g.10gb"} 33 1700000000000
          DCGM_FI_DEV_FB_USED{gpu="1",UUID="GPU-b"} 9223372036854775794
          DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"} 123456789012
          DCGM_FI_DEV_XID_ERRORS_total{UUID="GPU-c"} 0
          """;

  private static final String[] WORDS = {
    "\n",
    "{",
    "}",
    "\"",
    "\\",
    "\\n",
    "=",
    ",",
    " ",
    "#",
    "# TYPE ",
    "# HELP ",
    " histogram",
    "_bucket",
    "_sum",
    "_count",
    "_total",
    "le=\"NaN\"",
    "le=\"x\"",
    "gpu=\"-1\"",
    "gpu=\"99999999999\"",
    "UUID=\"\"",
    "NaN",
    "-Inf",
    "1e999",
    "-999999999999999999",
    "999999999999999999",
    "9999999999999999999",
    "\u00ff",
    "\0",
    "a 1\n"
  };

  @Provide
  Arbitrary<Damage> damages() {
    return Damage.with(WORDS);
  }

  @Provide
  Arbitrary<String> pagesOfPieces() {
    return Arbitraries.of(WORDS).list().ofMaxSize(10).map(pieces -> String.join("", pieces));
  }

  @Property(tries = 3_000)
  void aDamagedServerPageIsParsedOrRejected(@ForAll("damages") Damage damage) {
    requireOutcome(damage.to(SERVER.getBytes(UTF_8)));
  }

  @Property(tries = 3_000)
  void aDamagedGpuPageIsParsedOrRejected(@ForAll("damages") Damage damage) {
    requireOutcome(damage.to(GPUS.getBytes(UTF_8)));
  }

  @Property(tries = 3_000)
  void aPageOfArbitraryPiecesIsParsedOrRejected(@ForAll("pagesOfPieces") String page) {
    requireOutcome(page.getBytes(UTF_8));
  }

  @Property(tries = 1_000)
  void arbitraryBytesAreParsedOrRejected(@ForAll @Size(max = 200) byte[] page) {
    requireOutcome(page);
  }

  @Test
  void aTruncatedPageIsParsedOnlyIfCutBetweenLines() {
    for (String page : List.of(SERVER, GPUS)) {
      for (int length = 1; length < page.length(); length++) {
        String cut = page.substring(0, length);

        assertThat(isRead(cut.getBytes(UTF_8))).as(cut).isEqualTo(cut.endsWith("\n"));
      }
    }
  }

  /** The page contains neither utilization, used memory nor profiling fields. */
  @Test
  void aSimulatorsPageYieldsTheFieldsOfFourGpus() throws Exception {
    byte[] page;
    try (InputStream in = MetricsPageFuzzTest.class.getResourceAsStream("simhall-dcgm.txt")) {
      String response = new String(in.readAllBytes(), UTF_8);
      page = response.substring(response.indexOf("# HELP")).getBytes(UTF_8);
    }

    assertThat(readings(page))
        .hasSize(4)
        .allSatisfy(
            reading ->
                assertThat(reading.values())
                    .containsKeys(DcgmField.POWER_USAGE, DcgmField.GPU_TEMP, DcgmField.XID_ERRORS)
                    .doesNotContainKeys(DcgmField.GPU_UTIL, DcgmField.FB_USED));
  }

  /** Each GPU sample becomes one record of the log. */
  @Test
  void aGpuWithOverlongLabelsIsOmitted() throws Exception {
    String name = "x".repeat(SeriesLimit.MAX_IDENTITY_CHARS);
    String page =
        GPUS + "DCGM_FI_DEV_GPU_UTIL{gpu=\"7\",UUID=\"GPU-z\",modelName=\"" + name + "\"} 1\n";

    assertThat(readings(page.getBytes(UTF_8)))
        .extracting(reading -> reading.gpu().uuid())
        .containsExactly("GPU-a", "GPU-b", "GPU-a", "", "GPU-c");
  }

  @Test
  void anErrorMessageDoesNotQuoteAWholePage() {
    String word = "x".repeat(1 << 20);

    assertThat(isRead(("a " + word + "\n").getBytes(UTF_8))).isFalse();
    assertThat(isRead(("a{b=\"" + word + "\"} 1\n").repeat(2).getBytes(UTF_8))).isFalse();
  }

  private static void requireOutcome(byte[] page) {
    isRead(page);
    try {
      for (GpuValues reading : readings(page)) {
        assertThat(reading.ageNanos()).isNotNegative();
        assertThat(reading.values().values()).allMatch(Double::isFinite);
      }
    } catch (ScrapeException e) {
      assertThat(e.reason()).isNotNull();
    }
  }

  /** Returns whether the page was parsed; otherwise it was rejected. */
  private static boolean isRead(byte[] page) {
    try {
      for (ServerSeries series : ServerPage.seriesOf(PrometheusText.parse(page))) {
        if (series.getHistogram() == null) {
          assertThat(series.getValue()).isFinite();
        } else {
          assertThat(series.getHistogram().getBucketCounts()).allMatch(Double::isFinite);
        }
      }
      return true;
    } catch (ScrapeException e) {
      assertThat(e).hasMessageStartingWith("Invalid metrics page: line ");
      assertThat(e.getMessage()).hasSizeLessThan(300);
      return false;
    }
  }

  private static List<GpuValues> readings(byte[] page) throws ScrapeException {
    URI nowhere = URI.create("http://localhost:9400/metrics");
    return new DcgmExporterClient(nowhere, Set.of("DCGM_FI_DEV_FB_USED"), null, null)
        .readings(page, 0);
  }
}
