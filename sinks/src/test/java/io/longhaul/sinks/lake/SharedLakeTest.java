package io.longhaul.sinks.lake;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedLakeTest {
  @TempDir Path folder;

  @Test
  void aNewFolderAnEmptyOneAndALakeCanBeUsed() throws IOException {
    assertThat(problem("new/deep")).isEmpty();

    Files.createDirectories(folder.resolve("disk/lost+found"));
    assertThat(problem("disk")).as("an empty disk").isEmpty();

    aFile("lake/requests/2026-01-02.run.part-1.parquet");
    Files.writeString(folder.resolve("lake/notes.txt"), "ours");
    assertThat(problem("lake")).isEmpty();

    RunRegistration.register(new Lake(folder.resolve("fresh")), "run", folder.resolve("a"));
    assertThat(problem("fresh")).as("no row yet").isEmpty();
  }

  @Test
  void theProbeOfARunThatStartsAtTheSameTimeIsNoForeignFile() throws IOException {
    Files.createDirectories(folder.resolve("lake"));
    Files.writeString(folder.resolve("lake/.longhaul-7.probe"), "");

    assertThat(problem("lake")).isEmpty();
  }

  @Test
  void filesOfARunAreDeletedOnlyForItsFolder() throws IOException {
    SharedLake shared = new SharedLake(new Lake(folder.resolve("lake")));
    RunRegistration.register(shared.lake(), "run", folder.resolve("a"));
    String hidden = ".2026-01-02.run.part-2.parquet.inprogress.x";
    aFile("lake/requests/2026-01-02.run.part-1.parquet");
    aFile("lake/requests/" + hidden);
    aFile("lake/requests/2026-01-02.other.run.part-1.parquet");
    aFile("lake/requests/.2026-01-02.other.run.part-2.parquet.inprogress.x");

    shared.deleteFiles("run", folder.resolve("b"));
    assertThat(folder.resolve("lake/requests").resolve(hidden)).exists();
    shared.deleteFiles("run", folder.resolve("a"));

    try (Stream<Path> files = Files.list(folder.resolve("lake/requests"))) {
      assertThat(files)
          .hasSize(2)
          .allMatch(file -> file.getFileName().toString().contains(".other.run."));
    }
    assertThat(shared.contains("run", folder.resolve("a"))).isFalse();
  }

  @Test
  void aFolderThatIsNoLakeIsNamedWithAFile() throws IOException {
    Files.createDirectories(folder.resolve("home"));
    Files.writeString(folder.resolve("home/thesis.tex"), "");
    Files.writeString(folder.resolve("file"), "");

    assertThat(problem("home"))
        .contains("a lake, or an empty or new folder: it contains thesis.tex");
    assertThat(problem("file")).contains("a folder");
  }

  /** {@code --replace} deletes what a run has claimed. */
  @Test
  void theFolderOfARunAndItsOwnLakeCannotBeUsed() throws IOException {
    Path ofRun = Files.createDirectories(folder.resolve("run"));
    new ClaimedNames(new ExportLayout(ofRun)).claim(new ExportLayout(ofRun).groundNames());
    String outside = "a folder outside the results of a run, which may be replaced";

    assertThat(problem("run")).contains(outside);
    assertThat(problem("run/lake")).contains(outside);
    assertThat(problem("run/lake/of/several")).contains(outside);
    assertThat(problem("run/other")).as("a later run may claim it").contains(outside);
    Files.createSymbolicLink(folder.resolve("link"), ofRun.resolve("lake"));
    Files.createDirectory(ofRun.resolve("lake"));
    assertThat(problem("link")).contains(outside);
    assertThat(problem("link/deep")).contains(outside);
    assertThat(problem("artifacts/lake/deep")).as("that of this run").contains(outside);
    assertThat(problem("artifacts")).as("that of this run").contains(outside);
    assertThat(problem("artifacts/lake")).as("that of this run").contains(outside);
  }

  @Test
  void aLakeOfAnotherVersionCannotBeUsed() throws IOException {
    aFile("old/requests/dt=2026-01-02/run_id=run/part-1.parquet");

    assertThat(problem("old"))
        .contains(
            "a lake with the files of this version:"
                + " requests/dt=2026-01-02/run_id=run/part-1.parquet is of an older one");
  }

  @Test
  void theNameOfARunCanBeUsedOnce() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    SharedLake shared = new SharedLake(lake);
    Path artifacts = folder.resolve("a");
    RunRegistration.register(lake, "registered", artifacts);
    aFile("lake/requests/2026-01-02.stored.part-1.parquet");

    assertThat(shared.contains("new", artifacts)).isFalse();
    assertThat(shared.contains("stored", artifacts)).isTrue();
    assertThat(shared.contains("registered", folder.resolve("b"))).isTrue();
    assertThat(shared.contains("registered", artifacts)).as("it starts again").isFalse();

    RunRegistration.register(lake, "registered", artifacts);
    assertThatThrownBy(() -> RunRegistration.register(lake, "registered", folder.resolve("b")))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(RunRegistration.runs(lake)).containsExactly("registered");
    assertThat(RunRegistration.find(lake, "registered"))
        .contains(new RunRegistration("registered", Optional.of(artifacts)));
  }

  @Test
  void aRegistrationIsWholeOrNotThere() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    RunRegistration.register(lake, "run", folder.resolve("a"));
    assertThatThrownBy(() -> RunRegistration.register(lake, "run", folder.resolve("b")))
        .isInstanceOf(FileAlreadyExistsException.class);

    try (Stream<Path> files = Files.list(folder.resolve("lake/_runs"))) {
      assertThat(files).containsExactly(folder.resolve("lake/_runs/run.properties"));
    }
  }

  @Test
  void aRegistrationWithoutContentKeepsItsName() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    RunRegistration.register(lake, "run", folder.resolve("a"));
    Files.writeString(folder.resolve("lake/_runs/run.properties"), "");

    assertThat(new SharedLake(lake).contains("run", folder.resolve("a"))).isTrue();
    assertThat(RunRegistration.find(lake, "run"))
        .contains(new RunRegistration("run", Optional.empty()));
  }

  private Optional<String> problem(String name) throws IOException {
    return new SharedLake(new Lake(folder.resolve(name))).problem(folder.resolve("artifacts"));
  }

  private void aFile(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    WrittenRows.requests(file, List.of(aRequest("run", "a").build()));
  }
}
