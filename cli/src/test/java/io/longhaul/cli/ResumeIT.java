package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.load.spool.Spool;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.load.spool.SpoolRecord;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose processes are killed, and that {@code longhaul resume} finishes. */
@EnabledOnOs(OS.LINUX) // processes are identified through /proc
class ResumeIT {
  @TempDir Path folder;

  private MockServerRuns runs;
  private int commands;

  @BeforeEach
  void startServer() throws Exception {
    runs = MockServerRuns.in(folder);
  }

  @AfterEach
  void stopServer() throws Exception {
    runs.close();
  }

  @Test
  void aRunWhoseProcessesWereAllKilledIsFinishedWithExactlyTheDeclaredLosses() throws Exception {
    try (RunningProfile run = start("--benchmark-duration", "300", "--export-level", "summary")) {
      ProcessHandle broker = run.child("BrokerMain");
      ProcessHandle generator = run.child("generate --with-parent");
      run.await(() -> hasRows(Dataset.SLICES));

      EndedCommand tooEarly = resumeHere();
      assertThat(tooEarly.exitStatus()).isEqualTo(2);
      assertThat(tooEarly.err()).contains("its run is still under way (process ");

      killAll(run, broker, generator);
    }
    RunningProfile resumed = resume("--no-load");
    assertThat(resumed.exitStatus()).as(resumed.err()).isEqualTo(5);
    assertThat(resumed.out()).contains("INCOMPLETE", "Request Latency (ms)");
    assertThat(resumed.err()).contains("was lost: its process ended");
    assertThat(runs.layout().profileJson()).exists();
    assertThat(runs.layout().recordsJsonl()).as("the run's own --export-level").doesNotExist();
    assertThat(unfinishedFiles()).isEmpty();
    RunRow row = row();
    assertThat(row.getStopReason()).isEqualTo("abandoned");
    assertThat(row.getIncompleteBecause())
        .isNotEmpty()
        .allMatch(why -> why.contains("was lost:") || why.contains("of which the log has no"));
    assertThat(slices()).isEqualTo(LongStream.range(0, row.getSlices()).boxed().toList());

    Path stored = storeEvent();
    EndedCommand again = resumeHere();
    assertThat(again.exitStatus()).as(again.err()).isEqualTo(2);
    assertThat(again.err()).contains("its run has finished");
    assertThat(SpoolFolder.withEvents(runs.layout().spools())).as("kept").contains(stored);
    runs.assertAllAccountedFor(runs.lake());
  }

  @Test
  void aRunWhoseProcessesWereAllKilledTwiceSendsTheRestOfItsLoad() throws Exception {
    int requests = 1_500;
    try (RunningProfile run = start("--request-count", Integer.toString(requests))) {
      ProcessHandle broker = run.child("BrokerMain");
      ProcessHandle generator = run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 100);
      killAll(run, broker, generator);
    }
    try (RunningProfile resumed = resume()) {
      ProcessHandle broker = resumed.child("BrokerMain");
      ProcessHandle generator = resumed.child("generate --with-parent");
      runs.awaitMoreRequests(resumed, 100);
      killAll(resumed, broker, generator);
      assertThat(resumed.err()).contains("the load continues");
    }

    RunningProfile resumed = resume();

    assertThat(resumed.exitStatus()).as(resumed.err()).isEqualTo(5);
    RunRow row = row();
    assertThat(row.getStopReason()).isEqualTo("completed");
    assertThat(row.getIssued()).isEqualTo(requests);
    assertThat(row.getIncompleteBecause())
        .isNotEmpty()
        .allMatch(why -> why.contains("was lost:") || why.contains("of which the log has no"));
    assertThat(slices()).isEqualTo(LongStream.range(0, row.getSlices()).boxed().toList());
    runs.assertAllAccountedFor(runs.lake());
    EndedCommand verified = runs.verify();
    assertThat(verified.exitStatus()).as(verified.out()).isEqualTo(5);
    assertThat(verified.out()).doesNotContain("WRONG");
  }

  /** The job cannot write the summary, so everything is killed at a known point. */
  @Test
  void aRunThatWasKilledAfterItsLoadIsFinishedWithoutLossHoweverOftenThatIsInterrupted()
      throws Exception {
    Path blocked = runs.layout().lake().resolve(Dataset.RUNS.name());
    try (RunningProfile run =
        start("--benchmark-duration", "3", "--ui", "simple", "--stats-interval", "0")) {
      ProcessHandle broker = run.child("BrokerMain");
      ProcessHandle generator = run.child("generate --with-parent");
      run.await(() -> Files.isDirectory(runs.layout().lake()));
      Files.createSymbolicLink(blocked, folder.resolve("nowhere"));
      run.await(() -> logged("The stop of the run is in the log") == 1);
      killAll(run, broker, generator);
    }
    for (int interrupted = 0; interrupted < 2; interrupted++) {
      try (RunningProfile resumed = resume()) {
        ProcessHandle broker = resumed.child("BrokerMain");
        int resumes = interrupted + 1;
        resumed.await(() -> logged("Decision[") == resumes);
        killAll(resumed, broker);
      }
    }
    Files.delete(blocked);

    RunningProfile resumed = resume();
    assertThat(resumed.exitStatus()).as(resumed.err()).isZero();
    assertThat(resumed.out()).doesNotContain("INCOMPLETE");
    RunRow row = row();
    assertThat(row.getStopReason()).isEqualTo("completed");
    assertThat(row.getStatus()).isEqualTo("complete");
    assertThat(row.getIssued()).isEqualTo(row.getTotals().getRequestsEnded()).isPositive();
    assertThat(slices()).isEqualTo(LongStream.range(0, row.getSlices()).boxed().toList());
    runs.assertAllAccountedFor(runs.lake());
  }

  @Test
  void aRunIsRefusedWhileItsGeneratorIsSuspendedAndItsLoadWithoutItsSecrets() throws Exception {
    try (RunningProfile run =
        start("--benchmark-duration", "300", "--api-key", "key", "--export-level", "summary")) {
      ProcessHandle generator = run.child("generate --with-parent");
      runs.awaitMoreRequests(run, 20);
      Signal.STOP.sendTo(generator);
      run.kill();
      run.exitStatus();

      assertRefused("a generator of its run is still running");
      generator.destroyForcibly();
      run.assertNoProcessIsLeft();
    }
    assertRefused(
        "Cannot continue the load of "
            + runs.layout().folder()
            + ": it sent an API key, which is not stored (set LONGHAUL_API_KEY, or finish the run"
            + " without the rest of its load: --no-load)");
    assertThat(Files.readString(runs.layout().runJson())).doesNotContain("\"key\"");
    EndedCommand resumed = resumeHere("--no-load");
    assertThat(resumed.exitStatus()).as(resumed.err()).isEqualTo(5);
    runs.assertAllAccountedFor(runs.lake());
  }

  @Test
  void aFolderWithoutAnUnfinishedRunIsRefusedAndARunWhoseLoadHadNotStartedStartsAgain()
      throws Exception {
    assertRefused(folder.resolve("nowhere"), "it does not exist");
    assertRefused(folder, "it is not the folder of a run");
    // The warm-up holds the start of the load back.
    try (RunningProfile run =
        start("--warmup-request-count", "100000", "--benchmark-duration", "3")) {
      ProcessHandle broker = run.child("BrokerMain");
      ProcessHandle generator = run.child("generate --with-parent");
      killAll(run, broker, generator);
    }
    Path log = runs.layout().log();
    Path aside = Files.move(log, log.resolveSibling("log.aside"));
    assertRefused(runs.layout().folder(), "it contains no log");
    Files.move(aside, log);
    Path stored = storeEvent();
    assertRefused(runs.layout().folder(), "its load had not started", "--no-load");
    assertThat(SpoolFolder.withEvents(runs.layout().spools())).as("kept").contains(stored);
    deleteTree(stored);
    shortenTheWarmup();

    RunningProfile resumed = resume();

    assertThat(resumed.exitStatus()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("The load of the run had not started; the run starts again");
    assertThat(row().getStatus()).isEqualTo("complete");
  }

  /** As if the run had been killed in a shorter warm-up. */
  private void shortenTheWarmup() throws IOException {
    Path run = runs.layout().runJson();
    Files.writeString(run, Files.readString(run).replace("\"100000\"", "\"10\""));
  }

  private void assertRefused(String sentence) throws Exception {
    EndedCommand resume = resumeHere();
    assertThat(resume.exitStatus()).as(resume.err()).isEqualTo(2);
    assertThat(resume.err()).contains(sentence);
  }

  private void assertRefused(Path refused, String reason, String... options) throws Exception {
    EndedCommand resume = EndedCommand.of(words(refused, options));
    assertThat(resume.exitStatus()).as(resume.err()).isEqualTo(2);
    assertThat(resume.err()).contains("Cannot resume " + refused + ": " + reason);
  }

  private RunningProfile start(String... more) throws Exception {
    return runs.profile(
        Stream.concat(Stream.of("--isl", "32", "--concurrency", "4"), Stream.of(more))
            .toArray(String[]::new));
  }

  private RunningProfile resume(String... options) throws IOException {
    return RunningProfile.start(
        Files.createDirectory(folder.resolve("resume-" + commands++)),
        words(runs.layout().folder(), options));
  }

  /** In this process; for what does not continue the load. */
  private EndedCommand resumeHere(String... options) {
    return EndedCommand.of(words(runs.layout().folder(), options));
  }

  private static List<String> words(Path resumed, String... options) {
    List<String> words = new ArrayList<>(List.of("resume", resumed.toString()));
    words.addAll(List.of(options));
    return words;
  }

  /**
   * Leaves an event in a spool that a generator did not deliver.
   *
   * @return the spool
   */
  private Path storeEvent() throws IOException {
    try (SpoolFolder folder = SpoolFolder.of(runs.layout().spools(), "test");
        Spool spool = folder.open("cluster", 100_000_000)) {
      spool.append(
          new SpoolRecord(
              0, 0, "longhaul.timing", 0, "run/g9.1.0.p/HEARTBEAT/0".getBytes(UTF_8), new byte[8]));
      assertThat(spool.flush()).isTrue();
    }
    return runs.layout().spools().resolve("test.spool");
  }

  /** Kills the processes at once, as far as that is possible, and waits until they are gone. */
  private static void killAll(RunningProfile run, ProcessHandle... children) throws Exception {
    run.kill();
    for (ProcessHandle child : children) {
      child.destroyForcibly();
    }
    run.exitStatus();
    run.assertNoProcessIsLeft();
  }

  /** Returns how often the log of the coordinating processes contains a text. */
  private long logged(String text) {
    try (Stream<String> lines = Files.lines(runs.layout().processLog())) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> unfinishedFiles() throws IOException {
    try (Stream<Path> files = Files.walk(runs.layout().lake())) {
      return files.filter(file -> file.getFileName().toString().contains("inprogress")).toList();
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private boolean hasRows(Dataset<?> dataset) {
    try {
      return !runs.lake().files(dataset).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private RunRow row() throws IOException {
    List<RunRow> rows = runs.lake().rows(Dataset.RUNS, runs.lake().runs().get(0));
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private List<Long> slices() throws IOException {
    return runs.lake().rows(Dataset.SLICES, runs.lake().runs().get(0)).stream()
        .map(SliceRow::getSliceIndex)
        .sorted()
        .toList();
  }
}
