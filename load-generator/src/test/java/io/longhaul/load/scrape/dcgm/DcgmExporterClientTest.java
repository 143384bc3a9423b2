package io.longhaul.load.scrape.dcgm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.longhaul.load.scrape.prometheus.FakeExporter;
import io.longhaul.load.scrape.prometheus.MetricsPageClient;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapedGpu;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class DcgmExporterClientTest {

  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Duration IMPATIENT = Duration.ofMillis(300);
  private static final int SMALL_PAGE_BYTES = 4096;

  @Test
  void eachGpuHasOneReading() throws Exception {
    GpuScrape scrape = scrape(FakeExporter.page(FakeExporter.TWO_GPUS));

    assertThat(scrape.readings()).hasSize(2);
    assertThat(scrape.readings().get(0).gpu())
        .isEqualTo(
            new ScrapedGpu(
                "GPU-a", 0, "NVIDIA H200", "node1", "00000000:0F:00.0", "nvidia0", "", ""));
    assertThat(values(scrape, 0)).isEqualTo(Map.of(DcgmField.POWER_USAGE, 125.5));
    assertThat(values(scrape, 1)).isEqualTo(Map.of(DcgmField.POWER_USAGE, 80.0));
  }

  @Test
  void valuesAreConvertedToBaseUnits() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"} 5000000000
                DCGM_FI_DEV_FB_USED{gpu="0"} 3
                DCGM_FI_DEV_SM_CLOCK{gpu="0"} 1980
                DCGM_FI_PROF_SM_ACTIVE{gpu="0"} 0.25
                DCGM_FI_DEV_POWER_VIOLATION{gpu="0"} 2000
                DCGM_FI_PROF_PCIE_RX_BYTES{gpu="0"} 2048
                DCGM_FI_DEV_ECC_DBE_AGG_TOTAL_total{gpu="0"} 4
                """));

    assertThat(values(scrape, 0))
        .isEqualTo(
            Map.of(
                DcgmField.TOTAL_ENERGY_CONSUMPTION, 5e6,
                DcgmField.FB_USED, 3.0 * 1024 * 1024,
                DcgmField.SM_CLOCK, 1.98e9,
                DcgmField.SM_ACTIVE, 25.0,
                DcgmField.POWER_VIOLATION, 2.0,
                DcgmField.PCIE_RX_BYTES, 2048.0,
                DcgmField.ECC_DBE_AGG_TOTAL, 4.0));
  }

  @Test
  void requestedFieldsKeepTheExportersNameAndUnit() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_SM_CLOCK{gpu="0"} 1980
                DCGM_FI_DEV_SM_CLOCK{gpu="0",pod="b"} 7
                DCGM_FI_DEV_FAN_SPEED{gpu="0"} 30
                DCGM_FI_DEV_PSTATE{gpu="0"} NaN
                DCGM_FI_DEV_VIDEO_CLOCK{gpu="0"} 1500
                DCGM_FI_DEV_FAN_SPEED{nvswitch="0"} 99
                """),
            Set.of("DCGM_FI_DEV_SM_CLOCK", "DCGM_FI_DEV_FAN_SPEED", "DCGM_FI_DEV_PSTATE"));

    assertThat(scrape.readings()).hasSize(1);
    assertThat(scrape.readings().get(0).asScraped())
        .isEqualTo(Map.of("DCGM_FI_DEV_SM_CLOCK", 1980.0, "DCGM_FI_DEV_FAN_SPEED", 30.0));
    assertThat(values(scrape, 0)).isEqualTo(Map.of(DcgmField.SM_CLOCK, 1.98e9));
  }

  @Test
  void invalidValuesAreAbsentAndNeverZero() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_POWER_USAGE{gpu="0"} NaN
                DCGM_FI_DEV_GPU_UTIL{gpu="0"} +Inf
                DCGM_FI_DEV_MEM_COPY_UTIL{gpu="0"} 1e309
                DCGM_FI_DEV_FB_USED{gpu="0"} -1
                DCGM_FI_DEV_MEMORY_TEMP{gpu="0"} 9223372036854775794
                DCGM_FI_DEV_SM_CLOCK{gpu="0"} 2147483632
                DCGM_FI_DEV_MEM_CLOCK{gpu="0"} 2147483635
                DCGM_FI_PROF_SM_ACTIVE{gpu="0"} 140737488355328
                DCGM_FI_DEV_DEC_UTIL{gpu="0"} 0
                DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"} 2147483636
                """));

    assertThat(values(scrape, 0))
        .isEqualTo(
            Map.of(DcgmField.DEC_UTIL, 0.0, DcgmField.TOTAL_ENERGY_CONSUMPTION, 2147483.636));
  }

  /**
   * Test vector V10 for GenAI-Perf's format, line by line, as it is intended. (A malformed line
   * rejects the whole page, see {@link #aMalformedPageIsRejectedEntirely}; a page with only a
   * comment has no GPUs.)
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-a",Hostname="h"} 12.5       | 0 {POWER_USAGE=12.5}
          DCGM_FI_DEV_POWER_USAGE{gpu="1",UUID="b"} 20                          | 1 {POWER_USAGE=20.0}
          DCGM_FI_DEV_GPU_UTIL{UUID="b", gpu="1"} 20                            | 1 {GPU_UTIL=20.0}
          DCGM_FI_DEV_GPU_UTIL{UUID="b",gpu="1"} 21                             | 1 {GPU_UTIL=21.0}
          DCGM_FI_DEV_SM_CLOCK{modelName="NVIDIA H100, 80GB",gpu="0"} 5         | 0 {SM_CLOCK=5000000.0}
          DCGM_FI_DEV_FB_USED{gpu="0"} nan                                      | 0 {}
          DCGM_FI_DEV_MEMORY_TEMP{gpu="0"} 9223372036854775794                  | 0 {}
          DCGM_FI_DEV_GPU_TEMP{gpu="0"} 33 1700000000000                        | 0 {GPU_TEMP=33.0}
          """)
  void eachLineOfVectorV10IsParsedAsIntended(String line, String reading) throws Exception {
    GpuValues read = scrape(FakeExporter.page(line + "\n")).readings().get(0);

    assertThat(read.gpu().index() + " " + read.values()).isEqualTo(reading);
  }

  @Test
  void aGpuWithoutValuesIsReported() throws Exception {
    GpuScrape scrape =
        scrape(FakeExporter.page("DCGM_FI_DEV_POWER_USAGE{gpu=\"3\",UUID=\"GPU-a\"} NaN\n"));

    assertThat(scrape.readings()).hasSize(1);
    assertThat(scrape.readings().get(0).gpu().index()).isEqualTo(3);
    assertThat(values(scrape, 0)).isEmpty();
  }

  @Test
  void gpusAreIdentifiedByUuidAndMigInstance() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-a",modelName="M"} 1
                DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-a"} 40
                DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-b"} 2
                DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="7"} 3
                """));

    assertThat(scrape.readings()).hasSize(3);
    assertThat(values(scrape, 0).keySet())
        .containsExactly(DcgmField.POWER_USAGE, DcgmField.GPU_TEMP);
    assertThat(scrape.readings().get(2).gpu().migProfile()).isEqualTo("1g.10gb");
    assertThat(scrape.readings().get(2).gpu().migInstanceId()).isEqualTo("7");
  }

  @Test
  void theFirstOfSeveralSeriesOfAFieldCounts() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_POWER_USAGE{gpu="0",pod="a"} NaN
                DCGM_FI_DEV_POWER_USAGE{gpu="0",pod="b"} 7
                DCGM_FI_DEV_POWER_USAGE{gpu="0",pod="c"} 9
                """));

    assertThat(values(scrape, 0)).isEqualTo(Map.of(DcgmField.POWER_USAGE, 7.0));
  }

  @Test
  void otherFieldsAndDevicesAreIgnored() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_XYZ{gpu="0"} 3
                DCGM_FI_DEV_POWER_USAGE{nvswitch="1"} 3
                go_threads 7
                DCGM_FI_DEV_GPU_UTIL{gpu="0"} 50 1700000000000
                """));

    assertThat(scrape.readings()).hasSize(1);
    assertThat(values(scrape, 0)).isEqualTo(Map.of(DcgmField.GPU_UTIL, 50.0));
  }

  /** Modeled on a simulator without utilization, used memory and profiling fields. */
  @Test
  void anExporterMayOmitMostFields() throws Exception {
    String labels =
        "{gpu=\"0\",UUID=\"GPU-c\",pci_bus_id=\"00000000:0F:00.0\",device=\"nvidia0\","
            + "modelName=\"NVIDIA GB300\",Hostname=\"node1\",DCGM_FI_DRIVER_VERSION=\"580.82.07\"}";
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                "DCGM_FI_DEV_SM_CLOCK"
                    + labels
                    + " 1905\nDCGM_FI_DEV_FB_TOTAL"
                    + labels
                    + " 2\nDCGM_FI_DEV_ROW_REMAP_FAILURE"
                    + labels
                    + " 0\n"));

    assertThat(values(scrape, 0).keySet())
        .containsExactly(DcgmField.FB_TOTAL, DcgmField.SM_CLOCK, DcgmField.ROW_REMAP_FAILURE);
  }

  @Test
  void theTimeOfASampleIsTheMidpointOfItsScrape() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        MetricsPageClient pages = new MetricsPageClient(PATIENT, SMALL_PAGE_BYTES)) {
      long[] reads = {1_000, 1_500};
      int[] next = {0};

      GpuScrape scrape =
          new DcgmExporterClient(exporter.url(), Set.of(), pages, () -> reads[next[0]++]).scrape();

      assertThat(scrape.atNanos()).isEqualTo(1_250);
      assertThat(scrape.uncertaintyNanos()).isEqualTo(250);
      assertThat(scrape.url()).isEqualTo(exporter.url());
    }
  }

  @Test
  void theAgeOfARepeatedSampleGrows() throws Exception {
    try (FakeExporter exporter = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS));
        MetricsPageClient pages = new MetricsPageClient(PATIENT, SMALL_PAGE_BYTES)) {
      long[] reads = {1_000, 1_500, 9_000, 9_500};
      int[] next = {0};
      DcgmExporterClient client =
          new DcgmExporterClient(exporter.url(), Set.of(), pages, () -> reads[next[0]++]);

      assertThat(client.scrape().readings()).extracting(GpuValues::ageNanos).containsOnly(0L);
      assertThat(client.scrape().readings()).extracting(GpuValues::ageNanos).containsOnly(8_000L);
    }
  }

  /** As on the page of a Prometheus server that federates exporters. */
  @Test
  void theTimestampOnThePageDeterminesTheAge() throws Exception {
    GpuScrape scrape =
        scrape(
            FakeExporter.page(
                """
                DCGM_FI_DEV_POWER_USAGE{gpu="0"} 70 1600000000000
                DCGM_FI_DEV_GPU_UTIL{gpu="0"} 50 1700000000000
                """));

    long sinceThen = System.currentTimeMillis() - 1_700_000_000_000L;
    assertThat(scrape.readings().get(0).ageNanos() / 1_000_000)
        .isBetween(sinceThen - PATIENT.toMillis(), sinceThen);
  }

  @Test
  void aStatusOtherThan200IsAFailure() throws Exception {
    assertFailure(FakeExporter.response(500, "boom".getBytes(UTF_8)), "http_500");
    assertFailure(FakeExporter.response(404, new byte[0]), "http_404");
    assertFailure(FakeExporter.response(204, new byte[0]), "http_204");
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    try (FakeExporter elsewhere = new FakeExporter(FakeExporter.page(FakeExporter.TWO_GPUS))) {
      assertFailure(
          exchange -> {
            exchange.getResponseHeaders().set("Location", elsewhere.url().toString());
            exchange.sendResponseHeaders(302, -1);
          },
          "http_302");
      assertThat(elsewhere.scrapes()).isZero();
    }
  }

  @Test
  void aMalformedPageIsRejectedEntirely() throws Exception {
    assertFailure(FakeExporter.page(FakeExporter.TWO_GPUS + "garbage\n"), "malformed");
    assertFailure(FakeExporter.page(FakeExporter.TWO_GPUS.stripTrailing()), "malformed");
    assertFailure(FakeExporter.page(FakeExporter.TWO_GPUS.repeat(2)), "malformed");
  }

  @Test
  void aPageWithoutAGpuIsAFailure() throws Exception {
    assertFailure(FakeExporter.page("go_threads 7\n"), "no_gpus");
    assertFailure(FakeExporter.page("\n"), "no_gpus");
  }

  @Test
  void aTooLargePageIsAFailure() throws Exception {
    assertFailure(FakeExporter.page("#".repeat(SMALL_PAGE_BYTES) + "\n"), "too_large");
  }

  @Test
  void anEndlessPageIsCutOff() throws Exception {
    assertFailure(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] comments = "#\n".repeat(1000).getBytes(UTF_8);
          while (!Thread.currentThread().isInterrupted()) {
            exchange.getResponseBody().write(comments);
          }
        },
        "too_large");
  }

  @Test
  void theSizeLimitAppliesToDecompressedPages() throws Exception {
    assertThat(scrape(compressed(FakeExporter.TWO_GPUS)).readings()).hasSize(2);
    assertFailure(compressed("#".repeat(50 * SMALL_PAGE_BYTES) + "\n"), "too_large");
    assertFailure(encoded("gzip", "no gzip".getBytes(UTF_8)), "broken");
    assertFailure(encoded("br", "?".getBytes(UTF_8)), "encoding");
  }

  @Test
  void aTruncatedPageIsAFailure() throws Exception {
    assertFailure(
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write(FakeExporter.TWO_GPUS.getBytes(UTF_8), 0, 90);
        },
        "broken");
  }

  @Test
  void aSlowPageTimesOut() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    try (FakeExporter exporter =
        new FakeExporter(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              exchange.getResponseBody().write("# slow".getBytes(UTF_8));
              exchange.getResponseBody().flush();
              await(enough);
            })) {
      assertThat(failure(exporter.url(), IMPATIENT).reason()).isEqualTo("timeout");
      assertThat(failure(exporter.url(), IMPATIENT))
          .hasMessage("Cannot scrape: no complete page within 300 ms");
      enough.countDown();
    }
  }

  @Test
  void anUnreachableExporterIsAFailure() throws Exception {
    URI unreachable;
    try (FakeExporter gone = new FakeExporter(FakeExporter.page(""))) {
      unreachable = gone.url();
    }
    assertThat(failure(unreachable, PATIENT).reason()).isEqualTo("unreachable");
    assertThat(failure(URI.create("http://no-such-host.invalid:9400/metrics"), PATIENT).reason())
        .isEqualTo("unreachable");
  }

  @Test
  void compressionIsNotRequested() throws Exception {
    List<String> requested = new CopyOnWriteArrayList<>();
    scrape(
        exchange -> {
          requested.addAll(exchange.getRequestHeaders().get("Accept-Encoding"));
          FakeExporter.page(FakeExporter.TWO_GPUS).to(exchange);
        });

    assertThat(requested).containsExactly("identity");
  }

  private static Map<DcgmField, Double> values(GpuScrape scrape, int reading) {
    return scrape.readings().get(reading).values();
  }

  private static GpuScrape scrape(FakeExporter.Response response) throws Exception {
    return scrape(response, Set.of());
  }

  private static GpuScrape scrape(FakeExporter.Response response, Set<String> requested)
      throws Exception {
    try (FakeExporter exporter = new FakeExporter(response);
        MetricsPageClient pages = new MetricsPageClient(PATIENT, SMALL_PAGE_BYTES)) {
      return new DcgmExporterClient(exporter.url(), requested, pages, System::nanoTime).scrape();
    }
  }

  private static void assertFailure(FakeExporter.Response response, String reason)
      throws Exception {
    try (FakeExporter exporter = new FakeExporter(response)) {
      assertThat(failure(exporter.url(), PATIENT).reason()).isEqualTo(reason);
    }
  }

  private static ScrapeException failure(URI url, Duration timeout) {
    try (MetricsPageClient pages = new MetricsPageClient(timeout, SMALL_PAGE_BYTES)) {
      return catchThrowableOfType(
          ScrapeException.class,
          () -> new DcgmExporterClient(url, Set.of(), pages, System::nanoTime).scrape());
    }
  }

  private static FakeExporter.Response compressed(String page) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(page.getBytes(UTF_8));
    }
    return encoded("gzip", bytes.toByteArray());
  }

  private static FakeExporter.Response encoded(String encoding, byte[] body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Encoding", encoding);
      FakeExporter.response(200, body).to(exchange);
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
