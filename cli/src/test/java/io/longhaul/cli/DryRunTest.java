package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole text is the assertion. */
class DryRunTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void anOpenLoopIsForecastCompletely() {
    int status =
        dryRun(
            "--streaming",
            "--request-rate",
            "20",
            "--benchmark-duration",
            "100",
            "--warmup-request-count",
            "5",
            "--warmup-concurrency",
            "2",
            "--isl",
            "1000",
            "--osl",
            "200",
            "--unique-prompts");

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            target    http://localhost:8000: chat, streamed, model m
            warm-up   20 requests per second (poisson), at most 2 concurrent; 5 requests; sent for 0.25 s
            load      20 requests per second (poisson); 2,000 requests; sent for 100 s, then responses are awaited for 30 s
            prompts   1,000 tokens, unique for each request
            tokens    input 2,000,000; output at most 400,000
            disk      up to about 4.571 MB for the Kafka log and 12.653 MB for results
            folder    %s
            """
                .formatted(folder.resolve("run")));
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(status).isEqualTo(ExitCode.DONE.status());
  }

  @Test
  void valuesThatDependOnTheServerAreMarked() {
    dryRun("--streaming", "--concurrency", "8", "--benchmark-duration", "60", "--generators", "2");

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            target    http://localhost:8000: chat, streamed, model m; 2 generators
            load      at most 8 concurrent; sent for 60 s, then responses are awaited for 30 s
            prompts   550 tokens, 100 distinct prompts
            tokens    input 550 per request; output determined by the server
            disk      up to about 96.000 kB for the Kafka log and 990.000 kB for results, plus for each 1,000 requests 2.648 MB for the Kafka log and 6.234 MB for results, if responses have 256 tokens
            folder    %s
            """
                .formatted(folder.resolve("run")));
  }

  @Test
  void aDryRunLeavesNoFiles() throws Exception {
    dryRun();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderWithResultsIsRejectedWithoutReplace() throws Exception {
    ExportLayout earlier = new ExportLayout(folder.resolve("run"));
    Files.createDirectories(earlier.folder());
    new ClaimedNames(earlier).claim(earlier.documentNames());
    Files.writeString(earlier.longhaulJson(), "{}");

    assertThat(dryRun()).isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8))
        .contains(
            "Cannot write into "
                + earlier.folder()
                + ": it contains the results of a run (give another --artifact-dir, or --replace,"
                + " which deletes them)\n");

    assertThat(dryRun("--replace")).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8))
        .contains("folder    " + earlier.folder() + " (the results in it are deleted first)\n");
    assertThat(earlier.longhaulJson()).hasContent("{}");
  }

  @Test
  void theTablesAreNamedAndNotCreated() {
    String catalog = "jdbc:sqlite:" + folder.resolve("catalog.db");
    int status =
        dryRun(
            "--lake",
            folder.resolve("lake").toString(),
            "--lake-format",
            "iceberg",
            "--iceberg",
            catalog);

    assertThat(status).as(err.toString(UTF_8)).isEqualTo(ExitCode.DONE.status());
    assertThat(out.toString(UTF_8)).contains("\ntables    namespace longhaul of " + catalog + "\n");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aRunThatDoesNotFitOnTheDiskOfItsLakeIsRejected() {
    Path lake = folder.resolve("lake");
    int status =
        dryRun(
            "--request-rate",
            "1000000000",
            "--benchmark-duration",
            "1000000",
            "--lake",
            lake.toString());

    assertThat(out.toString(UTF_8)).contains("\nlake      " + lake + "\n");
    assertThat(err.toString(UTF_8))
        .startsWith("Cannot run: only ")
        .contains(" is free on the disk of " + lake)
        .endsWith(" (give another --lake)\n");
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
    assertThat(lake).doesNotExist();
  }

  @Test
  void aRunThatDoesNotFitOnTheDiskIsRejected() {
    int status = dryRun("--request-rate", "1000000000", "--benchmark-duration", "1000000");

    assertThat(err.toString(UTF_8))
        .startsWith("Cannot run: only ")
        .endsWith(" (give another --artifact-dir)\n");
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
  }

  @Test
  void aSweepPrintsItsCellsAndTheirTotal() throws Exception {
    int status =
        dryRun(
            "--request-rate",
            "5,10",
            "--request-count",
            "50",
            "--num-profile-runs",
            "3",
            "--parameter-sweep-cooldown-seconds",
            "2",
            "--profile-run-cooldown-seconds",
            "10");

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            target    http://localhost:8000: chat, model m
            cells     2, each 3 times, all cells in each round
              rate_5.0   5 requests per second (poisson); 50 requests; sent for 10 s
              rate_10.0  10 requests per second (poisson); 50 requests; sent for 5 s
            total     6 runs; 300 requests; sent for up to 45 s; pauses of 26 s; up to about 1.796 MB
            folder    %s
            """
                .formatted(folder.resolve("run")));
    assertThat(status).isEqualTo(ExitCode.DONE.status());
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void repeatedRunsPrintTheirTotal() {
    dryRun(
        "--request-rate",
        "5",
        "--request-count",
        "50",
        "--num-profile-runs",
        "3",
        "--profile-run-cooldown-seconds",
        "10");

    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            target    http://localhost:8000: chat, model m
            load      5 requests per second (poisson); 50 requests; sent for 10 s
            prompts   550 tokens, 50 distinct prompts
            tokens    input 27,500; output determined by the server
            disk      up to about 46.400 kB for the Kafka log and 298.200 kB for results
            total     3 runs; 150 requests; sent for up to 30 s; pauses of 20 s; up to about 1.034 MB
            folder    %s
            """
                .formatted(folder.resolve("run")));
  }

  @Test
  void repeatedRunsThatDoNotFitTogetherAreRejected() throws Exception {
    long bytesOfARequest = 6_780;
    long third = Files.getFileStore(folder).getUsableSpace() / bytesOfARequest / 3;
    assertThat(dryRun("--request-count", Long.toString(third))).isEqualTo(ExitCode.DONE.status());

    assertThat(dryRun("--request-count", Long.toString(third), "--num-profile-runs", "10"))
        .isEqualTo(ExitCode.USAGE.status());
    assertThat(err.toString(UTF_8)).startsWith("Cannot run: only ");
  }

  @Test
  void turnsOfAFilesSessionsAreForecast() throws Exception {
    Path file = folder.resolve("talks.jsonl");
    Files.writeString(
        file,
        """
        {"session_id": "a", "text": "Hello", "timestamp": 0}
        {"session_id": "a", "text": "Still there?", "delay": 61000.5}
        {"text": "Hi", "timestamp": 100}
        {"session_id": "a", "text": "Bye"}
        """);

    dryRun("--input-file", file.toString(), "--num-sessions", "4");
    assertThat(out.toString(UTF_8))
        .contains(
            "load      at most 1 concurrent; 8 requests; duration depends on the server\n",
            "Note: timestamps of the --input-file are ignored without --fixed-schedule\n",
            "Note: 1 turn waits for more than 60 s after the previous response, up to 61 s"
                + " (--inter-turn-delay-cap-seconds limits that)\n");

    out.reset();
    dryRun("--input-file", file.toString(), "--fixed-schedule");
    assertThat(out.toString(UTF_8))
        .contains("load      recorded schedule; 4 requests; duration depends on the server\n")
        .doesNotContain("timestamps");
  }

  @Test
  void aBodyThatContradictsTheRunIsReported() throws Exception {
    Path file = folder.resolve("bodies.json");
    Files.writeString(
        file, "{\"data\": [{\"session_id\": \"a\", \"payloads\": [{\"messages\": []}]}]}");

    dryRun("--input-file", file.toString());
    assertThat(out.toString(UTF_8)).doesNotContain("the first body");

    dryRun("--input-file", file.toString(), "--streaming");
    assertThat(out.toString(UTF_8))
        .contains(
            "Note: the first body of the --input-file does not request a stream, and bodies are"
                + " sent unchanged (omit --streaming, or add \"stream\": true to them)\n");

    out.reset();
    Files.writeString(
        file,
        "{\"data\": [{\"session_id\": \"a\", \"payloads\": [{\"messages\": [], \"stream\":"
            + " true}]}]}");
    dryRun("--input-file", file.toString());
    assertThat(out.toString(UTF_8))
        .contains(
            "Note: the first body of the --input-file requests a stream, and bodies are sent"
                + " unchanged (add --streaming)\n");
  }

  @Test
  void aSweepThatDoesNotFitAsAWholeIsRejected() {
    int status = dryRun("--request-rate", "100000000,1", "--benchmark-duration", "1000000");

    assertThat(err.toString(UTF_8)).startsWith("Cannot run: only ");
    assertThat(status).isEqualTo(ExitCode.USAGE.status());
  }

  private int dryRun(String... more) {
    List<String> words = new ArrayList<>(List.of("profile", "-m", "m", "--tokenizer", "builtin"));
    words.addAll(List.of("--artifact-dir", folder.resolve("run").toString(), "--dry-run"));
    words.addAll(List.of(more));
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    return new Longhaul(terminal).run(words);
  }
}
