package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs whose folders become unwritable. A file in place of a folder, or a folder in place of a
 * file, prevents writes for every user, including root.
 */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class UnwritableFolderIT {
  @TempDir Path folder;

  @Test
  void anUnwritableLakeEndsTheRunAndItsLogIsComplete() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            runs.profile("--isl", "32", "--concurrency", "4", "--benchmark-duration", "120")) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      Path lake = runs.layout().lake();
      run.await(() -> hasRows(runs.lake()));
      Path aside = Files.move(lake, lake.resolveSibling("lake.aside"));
      Files.writeString(lake, "in the way");

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(6);
      assertThat(linesWith(run.err(), "Cannot"))
          .singleElement()
          .asString()
          .contains("Cannot continue: cannot write into " + lake + ": it is a file");
      assertThat(run.err()).contains("longhaul report " + runs.layout().folder());
      run.assertNoProcessIsLeft();

      Files.delete(lake);
      Files.move(aside, lake);
      everyFileCanBeRead(runs.lake());
      EndedCommand report = EndedCommand.of("report", runs.layout().folder().toString());
      assertThat(report.exitStatus()).as(report.err()).isEqualTo(5);
      assertThat(report.out()).contains("INCOMPLETE", "figures end at");

      ExportLayout rebuilt = new ExportLayout(folder.resolve("rebuilt"));
      EndedCommand rebuild =
          EndedCommand.of(
              "report", runs.layout().folder().toString(), "--into", rebuilt.folder().toString());
      assertThat(rebuild.exitStatus()).as(rebuild.err()).isEqualTo(5);
      runs.assertAllAccountedFor(new Lake(rebuilt.lake()));
    }
  }

  @Test
  void unwritableDocumentsAreNamedAndTheRowsAreCommitted() throws Exception {
    try (MockServerRuns runs = MockServerRuns.in(folder);
        RunningProfile run =
            runs.profile("--isl", "32", "--concurrency", "4", "--benchmark-duration", "3")) {
      run.child("BrokerMain");
      run.child("generate --with-parent");
      Path document = Files.createDirectory(runs.layout().profileJson());

      assertThat(run.exitStatus()).as(run.err()).isEqualTo(5);
      assertThat(linesWith(run.err(), "Cannot"))
          .singleElement()
          .asString()
          .startsWith("Cannot write " + document + ": ");
      assertThat(run.err()).contains("longhaul report " + runs.layout().folder());
      run.assertNoProcessIsLeft();
      assertThat(runs.layout().folder().toFile().list((in, name) -> name.endsWith(".draft")))
          .as("half-written documents")
          .isEmpty();

      Files.delete(document);
      EndedCommand report = EndedCommand.of("report", runs.layout().folder().toString());
      assertThat(report.exitStatus()).as(report.err()).isZero();
      assertThat(document).isRegularFile();
      runs.assertAllAccountedFor(runs.lake());
    }
  }

  private static boolean hasRows(Lake lake) {
    try {
      return !lake.files(Dataset.REQUESTS).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static void everyFileCanBeRead(Lake lake) throws IOException {
    for (Dataset<?> dataset : Dataset.ALL) {
      for (String run : lake.runs()) {
        assertThat(lake.rows(dataset, run)).hasSize((int) lake.count(dataset, run));
      }
    }
  }

  private static List<String> linesWith(String text, String word) {
    return Stream.of(text.split("\n", -1)).filter(line -> line.contains(word)).toList();
  }
}
