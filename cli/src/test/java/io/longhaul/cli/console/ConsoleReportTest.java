package io.longhaul.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleReportTest {
  @TempDir private Path folder;

  @Test
  void whoReadsTheBannerSeesWhyWhichSlicesCannotBeTrusted() throws IOException {
    String text =
        report(
            """
            {"status": {"complete": true},
             "quality": {"slices": 40, "slices_trusted": 27, "distrust": [
               {"reason": "lane g1.1.0.p was lost", "slices": 1, "first_slices": [7]},
               {"reason": "machine busy: 4 to 17 % idle, at least 20 wanted", "slices": 13,
                "first_slices": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}]}}
            """);

    assertThat(text)
        .startsWith(
            """

            NOT TO BE TRUSTED in 13 of 40 slices: the load generator itself was disturbed
              lane g1.1.0.p was lost (slice 7)
              machine busy: 4 to 17 % idle, at least 20 wanted (slices 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more)
            """);
  }

  @Test
  void aRunThatCanBeTrustedHasNoBanner() throws IOException {
    assertThat(
            report(
                """
                {"status": {"complete": true}, "quality": {"slices": 4, "slices_trusted": 4}}
                """))
        .doesNotContain("TRUSTED", "INCOMPLETE");
  }

  private String report(String longhaulJson) throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    Files.writeString(layout.longhaulJson(), longhaulJson);
    Files.writeString(layout.slicesJson(), "{\"slices\": []}");
    return new ConsoleReport(layout, layout.lake()).text();
  }
}
