package io.longhaul.cli;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.manifest.Manifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that get the folder of a run whose rows are in a lake of several runs. */
class SharedLakeCommandsTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path lake;

  @BeforeEach
  void writeRuns() throws IOException {
    lake = folder.resolve("shared");
    for (String run : List.of("a", "b")) {
      FakePipeline pipeline = new FakePipeline(lake, run);
      for (int i = 0; i < 10; i++) {
        int start = 300 * i;
        pipeline.with(aRequest(run, run + "-" + i, start, start + 100));
      }
      pipeline.finished(at(4_000));
      Manifest.open(new Lake(lake), run).catchUp();
      Path artifacts = Files.createDirectories(folder.resolve("artifacts-" + run));
      Files.writeString(
          artifacts.resolve("run.json"),
          "{\"run_id\": \"%s\", \"lake\": \"%s\", \"configuration\": {}}".formatted(run, lake));
    }
  }

  /** Run b is the latest of the lake, and not that of the folder. */
  @Test
  void theRunOfTheFolderIsReadFromTheSharedLake() {
    run("verify", artifacts("a"));
    assertThat(out.toString(UTF_8)).startsWith("Run a in " + lake + "\n");

    run("report", artifacts("a"), "--html");
    assertThat(folder.resolve("artifacts-a/report.html")).exists();

    out.reset();
    assertThat(run("plot", artifacts("a"))).isEqualTo(ExitCode.DONE.status());
    assertThat(folder.resolve("artifacts-a/plots")).isNotEmptyDirectory();
  }

  @Test
  void runsOfOneLakeAreComparedByTheirFolders() {
    assertThat(run("compare", artifacts("a"), artifacts("b"))).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).contains(artifacts("a"), artifacts("b"));

    out.reset();
    assertThat(run("history", artifacts("a"), artifacts("b"), "--metric", "ttft.p50"))
        .isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).contains(", 2 runs");
  }

  @Test
  void anotherRunOfTheLakeNeedsTheLake() {
    assertThat(run("verify", artifacts("a"), "--run-id", "b")).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).isEqualTo("Invalid --run-id: b (one of a)\n");

    run("verify", artifacts("a"), "--run-id", "b", "--lake", lake.toString());
    assertThat(out.toString(UTF_8)).contains("Run b in " + lake);
  }

  @Test
  void theFolderOfARunIsNoNewFolderAlthoughItsLakeIsElsewhere() {
    for (List<String> command :
        List.of(
            List.of("compact", artifacts("a"), "--into", artifacts("a")),
            List.of("compact", artifacts("a"), "--into", artifacts("b")),
            List.of("report", artifacts("a"), "--into", artifacts("b")),
            List.of("report", artifacts("a"), "--slice-duration", "2", "--into", artifacts("b")))) {
      err.reset();
      assertThat(run(command.toArray(String[]::new)))
          .as(command.toString())
          .isEqualTo(ExitCode.USAGE.status());
      assertThat(err.toString(UTF_8)).endsWith(": it is the folder of a run (give a new folder)\n");
    }
    assertThat(folder.resolve("artifacts-a/lake")).doesNotExist();
    assertThat(folder.resolve("artifacts-b/lake")).doesNotExist();
  }

  @Test
  void theDocumentsOfAFolderAreNotReplacedByThoseOfAnotherRun() throws IOException {
    Path other = Files.createDirectories(folder.resolve("artifacts-c"));
    Files.writeString(other.resolve("run.json"), "{\"run_id\": \"c\", \"configuration\": {}}");

    assertThat(run("report", other.toString(), "--lake", lake.toString()))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "Cannot report %s: its run c is not in %s (give the lake of the run, or another --run-id: a, b)\n"
                .formatted(other, lake));
    assertThat(other.resolve("report.html")).doesNotExist();
  }

  @Test
  void theFilesThatTheManifestLacksAreListedByAReport() throws IOException {
    Path manifest = lake.resolve("manifest.jsonl");
    List<String> lines = Files.readAllLines(manifest);
    String missing = lines.remove(0);
    Files.write(manifest, lines);
    Files.writeString(manifest, "damaged by another run\n", StandardOpenOption.APPEND);

    run("report", artifacts("a"));

    assertThat(Files.readAllLines(manifest)).contains(missing).hasSize(lines.size() + 2);
    assertThat(folder.resolve("artifacts-a/report.html")).exists();
  }

  @Test
  void aReportIsWrittenAlthoughTheManifestCannotBe() throws IOException {
    Path manifest = lake.resolve("manifest.jsonl");
    Path elsewhere = Files.createFile(folder.resolve("read-only"));
    Files.delete(manifest);
    Files.createSymbolicLink(manifest, elsewhere); // is never written through

    run("report", artifacts("a"));
    assertThat(folder.resolve("artifacts-a/report.html")).exists();
    assertThat(err.toString(UTF_8))
        .startsWith("Note: the files of run a cannot be listed in the manifest of " + lake + ": ")
        .contains("(longhaul report lists them when it can be written)");
    assertThat(elsewhere).isEmptyFile();
  }

  private String artifacts(String run) {
    return folder.resolve("artifacts-" + run).toString();
  }

  private int run(String... words) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(words));
  }
}
