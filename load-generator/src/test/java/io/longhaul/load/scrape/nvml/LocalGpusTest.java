package io.longhaul.load.scrape.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.load.scrape.nvml.GpuDriver.Gpu;
import io.longhaul.load.scrape.nvml.GpuDriver.Reading;
import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.GpuScrape;
import io.longhaul.load.scrape.result.GpuValues;
import io.longhaul.load.scrape.result.ScrapeException;
import io.longhaul.load.scrape.result.ScrapedGpu;
import io.longhaul.load.time.ManualRunClock;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LocalGpusTest {
  private final ManualRunClock clock = new ManualRunClock(1_000, 0);
  private final FakeDriver driver = new FakeDriver();

  @Test
  void valuesHaveTheUnitsOfTheWire() throws Exception {
    driver.gpus =
        List.of(
            gpu(
                Map.of(
                    Reading.POWER_MILLIWATTS, 698_500L,
                    Reading.ENERGY_MILLIJOULES, 5_000_000_123L,
                    Reading.SM_CLOCK_MEGAHERTZ, 1_980L,
                    Reading.MEMORY_USED_BYTES, 70_000_000_000L,
                    Reading.POWER_VIOLATION_NANOS, 7_000_000L)));
    try (LocalGpus page = new LocalGpus(() -> driver, "host-1", clock)) {
      GpuScrape scrape = page.scrape();

      assertThat(scrape.url()).hasToString("pynvml://localhost");
      GpuValues values = scrape.readings().get(0);
      assertThat(values.gpu())
          .isEqualTo(
              new ScrapedGpu(
                  "GPU-a", 0, "NVIDIA Test", "host-1", "00000000:1B:00.0", "nvidia0", "", ""));
      assertThat(values.values())
          .isEqualTo(
              Map.of(
                  DcgmField.POWER_USAGE, 698.5,
                  DcgmField.TOTAL_ENERGY_CONSUMPTION, 5_000_000.123,
                  DcgmField.SM_CLOCK, 1.98e9,
                  DcgmField.FB_USED, 7e10,
                  DcgmField.POWER_VIOLATION, 7_000.0));
    }
    assertThat(driver.closed).isTrue();
  }

  @Test
  void theTimeOfASampleIsTheMiddleOfItsReading() throws Exception {
    driver.gpus = List.of(gpu(Map.of(Reading.POWER_MILLIWATTS, 1L)));
    driver.nanosPerListing = 200;
    try (LocalGpus page = new LocalGpus(() -> driver, "", clock)) {
      GpuScrape scrape = page.scrape();

      assertThat(scrape.atNanos()).isEqualTo(1_100);
      assertThat(scrape.uncertaintyNanos()).isEqualTo(100);
    }
  }

  @Test
  void aDriverWithoutGpusIsAFailedScrape() {
    try (LocalGpus page = new LocalGpus(() -> driver, "", clock)) {
      assertThatExceptionOfType(ScrapeException.class)
          .isThrownBy(page::scrape)
          .withMessage("Cannot read GPUs with NVML: it lists no GPU")
          .returns("no_gpus", ScrapeException::reason);
    }
  }

  @Test
  void theGpusOfSeveralMachinesHaveDifferentUrls() {
    URI url = LocalGpus.urlOf("node-7.example.com");

    assertThat(url).hasToString("pynvml://node-7.example.com");
    assertThat(LocalGpus.isUrl(url)).isTrue();
    assertThat(LocalGpus.isUrl(LocalGpus.URL)).isTrue();
    assertThat(LocalGpus.isUrl(URI.create("http://node-7:9400/metrics"))).isFalse();
    try (LocalGpus page = new LocalGpus(url, clock)) {
      assertThat(page.url()).isEqualTo(url);
    }
  }

  private static Gpu gpu(Map<Reading, Long> values) {
    return new Gpu() {
      @Override
      public String uuid() {
        return "GPU-a";
      }

      @Override
      public String model() {
        return "NVIDIA Test";
      }

      @Override
      public String pciBusId() {
        return "00000000:1B:00.0";
      }

      @Override
      public OptionalLong read(Reading reading) {
        Long value = values.get(reading);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
      }
    };
  }

  private final class FakeDriver implements GpuDriver {
    private List<Gpu> gpus = List.of();
    private long nanosPerListing;
    private boolean closed;

    @Override
    public List<Gpu> gpus() {
      clock.advanceNanos(nanosPerListing);
      return gpus;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
