package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.report.verify.StoredRun;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Divides the slices of real runs, which had slices of two seconds. */
class ShorterSlicesTest {
  private static final int PARTS = 4;

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** A generator of the run {@code rate} was killed. */
  @ParameterizedTest
  @ValueSource(strings = {"sessions", "rate"})
  void theNewLakeIsVerifiedLikeThatOfTheRun(String name) throws IOException {
    StoredRun run = StoredRun.unzip(name, folder.resolve(name));
    int status = run("verify", folder.resolve(name).toString());
    List<String> wanted = verdicts();
    Path into = folder.resolve("divided");

    run("report", folder.resolve(name).toString(), "--slice-duration", "0.5", "--into", into + "");
    assertThat(out.toString(UTF_8))
        .contains(
            "SLICES computed again after the run, with --slice-duration 0.5; the run had slices of"
                + " 2 s: what its load generators reported");
    out.reset();

    assertThat(run("verify", into.toString())).as(out.toString(UTF_8)).isEqualTo(status);
    assertThat(verdicts()).isEqualTo(wanted);
    Lake divided = new Lake(into.resolve("lake"));
    RunRow summary = divided.rows(Dataset.RUNS, run.runId()).get(0);
    assertThat(summary.getSliceDurationNs()).isEqualTo(500_000_000);
    assertSameSums(run, divided);
    assertThat(Files.readString(into.resolve("report.html"))).contains("the run had slices of 2 s");
  }

  /** Returns how each line of a verification begins: whether the check is fine. */
  private List<String> verdicts() {
    List<String> verdicts =
        out.toString(UTF_8).lines().map(line -> line.split(" ", 3)).map(w -> w[0]).toList();
    out.reset();
    return verdicts;
  }

  /** Each slice of the run is the sum of its parts. */
  private static void assertSameSums(StoredRun run, Lake divided) throws IOException {
    Map<Long, Long> tokens = new TreeMap<>();
    for (SliceRow row : divided.rows(Dataset.SLICES, run.runId())) {
      if (row.getLabelSet().isEmpty()) {
        tokens.merge(row.getSliceIndex() / PARTS, row.getOutputTokensArrived(), Long::sum);
      }
    }
    for (SliceRow row : run.lake().rows(Dataset.SLICES, run.runId())) {
      if (row.getLabelSet().isEmpty()) {
        assertThat(tokens).containsEntry(row.getSliceIndex(), row.getOutputTokensArrived());
      }
    }
    Map<String, Long> joules = new TreeMap<>();
    for (GpuSliceRow row : divided.rows(Dataset.GPU_SLICES, run.runId())) {
      joules.merge(
          row.getGpuUuid() + row.getSliceIndex() / PARTS, row.getEnergyNanojoules(), Long::sum);
    }
    for (GpuSliceRow row : run.lake().rows(Dataset.GPU_SLICES, run.runId())) {
      assertThat(joules)
          .containsEntry(row.getGpuUuid() + row.getSliceIndex(), row.getEnergyNanojoules());
    }
    Map<String, Long> ok = new TreeMap<>();
    for (LedgerRow row : divided.rows(Dataset.LEDGER, run.runId())) {
      ok.merge(row.getLaneId() + Math.floorDiv(row.getSliceIndex(), PARTS), row.getOk(), Long::sum);
    }
    Map<String, Long> okOfRun = new TreeMap<>();
    for (LedgerRow row : run.lake().rows(Dataset.LEDGER, run.runId())) {
      okOfRun.merge(row.getLaneId() + row.getSliceIndex(), row.getOk(), Long::sum);
    }
    assertThat(ok).isEqualTo(okOfRun);
  }

  @Test
  void slicesThatAreTooShortOrNoWholePartsAreRefused() throws IOException {
    StoredRun.unzip("sessions", folder.resolve("sessions"));
    String of = folder.resolve("sessions").toString();

    assertThat(run("report", of, "--slice-duration", "0.0005")).isEqualTo(ExitCode.USAGE.status());
    assertThat(run("report", of, "--slice-duration", "0.3")).isEqualTo(ExitCode.USAGE.status());

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            """
            Invalid --slice-duration: 0.0005 (seconds, 0.001 or more, or with a unit as in 500ms, 90s or 10m)
            Nothing was started; see longhaul report --help
            Invalid --slice-duration: 0.3 (a multiple or a whole part of the run's slices of 2 s, because what generators reported is known per slice)
            Nothing was started; see longhaul report --help
            """);
  }

  private int run(String... words) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(words));
  }
}
