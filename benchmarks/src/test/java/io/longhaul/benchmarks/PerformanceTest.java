package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.benchmarks.MeasuredFigures.Better;
import io.longhaul.benchmarks.MeasuredFigures.Figure;
import io.longhaul.cli.calibrate.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PerformanceTest {
  @TempDir Path folder;

  @Test
  void thePageContainsTheFiguresOfTheFile() throws IOException {
    Path file = folder.resolve("all.json");
    new AllFigures(
            "4f2c",
            "2026-01-02T03:04:05Z",
            new Machine("Linux 6", "Some CPU", 2, 24_000_000_000L, "Some Java 17"),
            List.of(
                new MeasuredFigures.Document(
                    "Pacing", List.of("--rate", "5"), List.of(figure("late_p99", 1.5, 1.25, 1.75))),
                new MeasuredFigures.Document(
                    "Peers",
                    List.of(),
                    List.of(
                        figure("Longhaul: cpu_per_request", 0.25, 0.2, 0.3),
                        figure("Longhaul: requests_per_second_from_0", 4_000, 4_000, 4_000),
                        figure("Longhaul: requests_per_second_from_5", 8_000, 8_000, 8_000),
                        figure("AIPerf: cpu_per_request", 5, 5, 5),
                        figure("AIPerf: requests_per_second_from_0", 400, 400, 400),
                        figure("AIPerf: requests_per_second_from_5", 410, 410, 410)))))
        .write(file);
    Path docs = folder.resolve("docs");

    int code =
        new CommandLine(new Performance()).execute(file.toString(), "--into", docs.toString());

    assertThat(code).isZero();
    String page = Files.readString(docs.resolve("performance.md"));
    assertThat(page)
        .contains("| Commit | 4f2c |\n")
        .contains("| Machine | Some CPU, 2 processors, 24 GB of memory |\n")
        .contains(
            """
            ## Other load testers

            `benchmarks/run Peers`

            | Figure | Unit | Longhaul | AIPerf | Better |
            |---|---|---|---|---|
            | CPU time of all processes per request | ms | 0.250 (0.200 to 0.300) | 5.00 (5.00 to 5.00) | lower |
            """)
        .contains("`benchmarks/run Pacing --rate 5`\n")
        .contains(
            "| Received later than planned, 99th percentile | ms | 1.50 (1.25 to 1.75) | lower |\n");
    assertThat(page.indexOf("## Other load testers")).isLessThan(page.indexOf("## Accuracy"));
    assertThat(docs.resolve("pictures/performance-rates.svg")).content().contains("</svg>");
  }

  private static Figure figure(String name, double median, double lowest, double highest) {
    return new Figure(name, "ms", Better.LOWER, List.of(lowest, median, highest));
  }
}
