package io.longhaul.load.scrape.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.load.scrape.nvml.GpuDriver.Gpu;
import io.longhaul.load.scrape.nvml.GpuDriver.Reading;
import io.longhaul.load.scrape.result.ScrapeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls a C library with the functions and structures of nvml.h. */
class NativeNvmlTest {
  @TempDir Path folder;

  @Test
  void allValuesAreReadAndMissingOnesAreAbsent() throws Exception {
    try (NativeNvml nvml = NativeNvml.load(fakeLibrary().toString())) {
      List<Gpu> gpus = nvml.gpus();

      assertThat(gpus).extracting(Gpu::uuid).containsExactly("GPU-a", "GPU-b");
      assertThat(gpus.get(0).model()).isEqualTo("NVIDIA Test");
      assertThat(gpus.get(0).pciBusId()).isEqualTo("00000000:1B:00.0");
      assertThat(valuesOf(gpus.get(0)))
          .containsOnly(
              entry(Reading.POWER_MILLIWATTS, 698_500L),
              entry(Reading.ENERGY_MILLIJOULES, 5_000_000_000_123L),
              entry(Reading.POWER_LIMIT_MILLIWATTS, 700_000L),
              entry(Reading.GPU_UTILIZATION_PERCENT, 97L),
              entry(Reading.MEMORY_UTILIZATION_PERCENT, 41L),
              entry(Reading.ENCODER_UTILIZATION_PERCENT, 1L),
              entry(Reading.DECODER_UTILIZATION_PERCENT, 2L),
              entry(Reading.MEMORY_USED_BYTES, 70_000_000_000L),
              entry(Reading.MEMORY_FREE_BYTES, 15_299_345_920L),
              entry(Reading.MEMORY_TOTAL_BYTES, 85_899_345_920L),
              entry(Reading.TEMPERATURE_CELSIUS, 61L),
              entry(Reading.MEMORY_TEMPERATURE_CELSIUS, 74L),
              entry(Reading.SM_CLOCK_MEGAHERTZ, 1_980L),
              entry(Reading.MEMORY_CLOCK_MEGAHERTZ, 2_619L),
              entry(Reading.POWER_VIOLATION_NANOS, 7_000_000L),
              entry(Reading.THERMAL_VIOLATION_NANOS, 9_000L));
      assertThat(valuesOf(gpus.get(1)))
          .doesNotContainKeys(
              Reading.POWER_MILLIWATTS,
              Reading.ENERGY_MILLIJOULES,
              Reading.MEMORY_TEMPERATURE_CELSIUS,
              Reading.PCIE_REPLAYS)
          .containsEntry(Reading.GPU_UTILIZATION_PERCENT, 0L);
    }
  }

  @Test
  void aMachineWithoutTheDriverIsNamedAsSuch() {
    assertThatExceptionOfType(ScrapeException.class)
        .isThrownBy(() -> NativeNvml.load("liblonghaul-no-such-driver.so.1"))
        .withMessage(
            "Cannot read GPUs with NVML: this machine has no liblonghaul-no-such-driver.so.1, which"
                + " the NVIDIA driver contains");
  }

  private static Map<Reading, Long> valuesOf(Gpu gpu) throws ScrapeException {
    Map<Reading, Long> values = new EnumMap<>(Reading.class);
    for (Reading reading : Reading.values()) {
      OptionalLong value = gpu.read(reading);
      value.ifPresent(present -> values.put(reading, present));
    }
    return values;
  }

  private Path fakeLibrary() throws IOException, InterruptedException {
    Path source = folder.resolve("fake_nvml.c");
    try (InputStream code = NativeNvmlTest.class.getResourceAsStream("fake_nvml.c")) {
      Files.copy(code, source);
    }
    Path library = folder.resolve("libfake-nvml.so.1");
    Process compiler;
    try {
      compiler =
          new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
              .inheritIO()
              .start();
    } catch (IOException e) {
      assumeTrue(false, "no C compiler");
      throw e;
    }
    assertThat(compiler.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(compiler.exitValue()).isZero();
    return library;
  }
}
