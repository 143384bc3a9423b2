package io.longhaul.load.scrape.dcgm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.longhaul.load.scrape.result.DcgmField.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuMetricsFileTest {
  @TempDir Path folder;

  private final List<String> problems = new ArrayList<>();

  @Test
  void eachLineDefinesAFieldWithAiperfsKeyHeaderAndUnit() throws IOException {
    List<GpuMetric> metrics =
        read(
            """
            # DCGM FIELD, Prometheus metric type, help message

            DCGM_FI_DEV_SM_CLOCK,  gauge, SM clock frequency (in MHz).
            DCGM_FI_DEV_MEMORY_TEMP, gauge, Memory temperature (in C).
              DCGM_FI_DEV_THERMAL_VIOLATION , counter, Throttling duration, by heat (in us).
            DCGM_FI_PROF_PCIE_TX_BYTES, gauge, The rate of data sent over the PCIe bus, in bytes.
            DCGM_FI_DEV_ECC_SBE_VOL_TOTAL, counter, Total number of single-bit volatile ECC errors.
            DCGM_FI_DEV_FB_FREE, gauge, (IN MiB)
            DCGM_FI_DEV_FAN_SPEED, gauge, fan speed (in furlongs)
            """);

    assertThat(problems).isEmpty();
    assertThat(metrics)
        .extracting(GpuMetric::key, GpuMetric::kind, GpuMetric::header, GpuMetric::unit)
        .containsExactly(
            tuple("nvidia_sm_clock", Kind.GAUGE, "SM Clock Frequency", "MHz"),
            tuple("nvidia_memory_temp", Kind.GAUGE, "Memory Temperature", "°C"),
            tuple("nvidia_thermal_violation", Kind.COUNTER, "Throttling Duration, By Heat", "us"),
            tuple(
                "nvidia_pcie_tx_bytes",
                Kind.GAUGE,
                "The Rate Of Data Sent Over The PCIE Bus, In Bytes.",
                "count"),
            tuple(
                "nvidia_ecc_sbe_vol_total",
                Kind.COUNTER,
                "Total Number Of Single-bit Volatile ECC Errors.",
                "count"),
            tuple("nvidia_fb_free", Kind.GAUGE, "Nvidia Fb Free", "MB"),
            tuple("nvidia_fan_speed", Kind.GAUGE, "Fan Speed", "count"));
  }

  @Test
  void fieldsThatAreAlwaysReportedAreSkipped() throws IOException {
    assertThat(
            read(
                """
                DCGM_FI_DEV_POWER_USAGE, gauge, Power draw (in W).
                DCGM_FI_DEV_DEC_UTIL , gauge, Decoder utilization (in %).
                """))
        .isEmpty();
    assertThat(problems).isEmpty();
  }

  @Test
  void everyProblemIsReportedWithItsLine() throws IOException {
    read(
        """
        # a comment
        DCGM_FI_DEV_SM_CLOCK, gauge
        sm_clock, histogram, SM clock
        DCGM_FI_DEV_FAN_SPEED, gauge, Fan
        DCGM_FI_DEV_FAN_SPEED, counter, Fan
        DCGM_FI_PROF_FAN_SPEED, gauge, Fan
        """);

    String file = "Invalid GPU metric: " + file() + ":";
    assertThat(problems)
        .containsExactly(
            file + "2: DCGM_FI_DEV_SM_CLOCK, gauge (DCGM_FI_…, gauge or counter, help)",
            file + "3: sm_clock (a field of DCGM, such as DCGM_FI_DEV_SM_CLOCK)",
            file + "3: histogram (gauge or counter)",
            file + "5: DCGM_FI_DEV_FAN_SPEED (nvidia_fan_speed is already defined in the file)",
            file + "6: DCGM_FI_PROF_FAN_SPEED (nvidia_fan_speed is already defined in the file)");
  }

  @Test
  void aFileWithoutFieldsOrThatIsMissingIsReported() throws IOException {
    read("# nothing\n");
    GpuMetricsFile.read(folder.resolve("missing.csv"), problems);
    Files.write(file(), "DCGM_FI_DEV_FAN_SPEED, gauge, Lüfter".getBytes(ISO_8859_1));
    GpuMetricsFile.read(file(), problems);
    Files.writeString(file(), "#".repeat(2 << 20));
    GpuMetricsFile.read(file(), problems);
    Files.writeString(file(), fields(51));
    GpuMetricsFile.read(file(), problems);

    String file = "Invalid GPU metrics: " + file() + ": ";
    assertThat(problems)
        .containsExactly(
            file + "no fields (write one per line: DCGM_FI_…, gauge or counter, help)",
            "Invalid GPU metrics: " + folder.resolve("missing.csv") + ": there is no such file",
            file + "it is not UTF-8 text",
            file + "too long (at most 1 MiB)",
            file + "51 fields (at most 50)");
  }

  private static String fields(int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append("DCGM_FI_DEV_X").append(i).append(", gauge, X\n");
    }
    return lines.toString();
  }

  private List<GpuMetric> read(String content) throws IOException {
    Files.writeString(file(), content);
    return GpuMetricsFile.read(file(), problems);
  }

  private Path file() {
    return folder.resolve("gpu.csv");
  }
}
