package io.longhaul.sinks.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeDiskMonitorTest {
  private static final long MORE_THAN_ANY_DISK_HAS = Long.MAX_VALUE;

  @TempDir Path folder;

  @Test
  void aShortageIsReportedWithBothFigures() {
    assertThat(FreeDiskMonitor.shortage(folder, MORE_THAN_ANY_DISK_HAS))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("only ")
                    .endsWith("less than 9.223 EB")
                    .contains("is free on the disk of " + folder));
    assertThat(FreeDiskMonitor.shortage(folder, 1)).isEmpty();
  }

  @Test
  void aMissingFolderIsCheckedAtItsParent() {
    Path later = folder.resolve("a").resolve("b");

    assertThat(FreeDiskMonitor.shortage(later, 1)).isEmpty();
    assertThat(FreeDiskMonitor.shortage(later, MORE_THAN_ANY_DISK_HAS)).isPresent();
    assertThat(Files.exists(later)).isFalse();
  }

  @Test
  @SuppressWarnings("try") // the monitor only has to run until it has reported
  void aShortageIsReportedToTheListener() {
    CompletableFuture<String> reported = new CompletableFuture<>();

    try (FreeDiskMonitor watch =
        FreeDiskMonitor.over(List.of(folder), MORE_THAN_ANY_DISK_HAS, reported::complete)) {
      assertThat(reported).succeedsWithin(20, TimeUnit.SECONDS).asString().startsWith("only ");
    }
  }
}
