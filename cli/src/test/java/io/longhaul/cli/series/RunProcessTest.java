package io.longhaul.cli.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RunProcessTest {
  private static final String SECRET = "canary-9";

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX) // reads /proc
  @SuppressWarnings("try") // the process only has to run
  void theCommandLineIsNotVisible() throws Exception {
    try (StartedRun run = started()) {
      awaitFile();

      assertThat(Files.readAllLines(file())).containsExactly(file().toString(), SECRET);
      List<String> children =
          ProcessHandle.current()
              .children()
              .map(child -> wordsOf(child.pid()))
              .filter(words -> words.contains("run_0001"))
              .toList();
      assertThat(children).hasSize(1);
      assertThat(children.get(0)).doesNotContain(SECRET);
    }
  }

  @Test
  void anInterruptSendsSigterm() throws Exception {
    try (StartedRun run = started()) {
      awaitFile();
      run.interrupt();

      assertThat(ExitCode.ofStatus(run.await())).isEqualTo(ExitCode.INTERRUPTED);
    }
  }

  @Test
  void theProcessEndsWithItsLease() throws Exception {
    StartedRun run = started();
    awaitFile();
    run.close();

    assertThat(run.await()).isEqualTo(7);
  }

  @Test
  @EnabledOnOs(OS.LINUX) // reads /proc
  @SuppressWarnings("try") // the process only has to run
  void allRunsOfASeriesHaveOneLiveViewWithAnInvisibleToken() throws Exception {
    List<String> addresses = new ArrayList<>();
    try (RunProcesses starter = new RunProcesses(ArgumentsWriterMain.class)) {
      for (String name : List.of("run_0001", "run_0002")) {
        try (StartedRun run = started(starter, name)) {
          awaitFile();
          addresses.add(Files.readString(Path.of(file() + ".live-view")));
          assertThat(ProcessHandle.current().children().map(child -> wordsOf(child.pid())))
              .isNotEmpty()
              .noneMatch(
                  words ->
                      words.contains(
                          addresses.get(0).substring(addresses.get(0).indexOf(" ") + 1)));
          Files.delete(file());
        }
      }
    }

    assertThat(addresses).hasSize(2).containsOnly(addresses.get(0));
    assertThat(addresses.get(0)).matches("[1-9][0-9]{3,4} [A-Za-z0-9_-]{22}");
  }

  private StartedRun started() throws IOException {
    try (RunProcesses starter = new RunProcesses(ArgumentsWriterMain.class)) {
      return started(starter, "run_0001");
    }
  }

  private StartedRun started(RunStarter starter, String name) throws IOException {
    return starter.start(
        PlannedRun.alone(name, List.of(file().toString(), SECRET), new ExportLayout(folder)),
        SeriesPosition.LATER);
  }

  private Path file() {
    return folder.resolve("words");
  }

  private void awaitFile() throws InterruptedException {
    while (!Files.exists(file())) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static String wordsOf(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), UTF_8)
          .replace('\0', ' ');
    } catch (IOException e) {
      return ""; // It has ended.
    }
  }
}
