package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** CPU priorities of the threads of a run. */
@EnabledOnOs(OS.LINUX) // other systems do not report the priority of a thread
class PrecedenceIT {
  private static final int GIVES_WAY = 10;
  private static final String SHORTEST_SLICE = "100000";

  private static MockServerRuns runs;
  private static RunningProfile run;
  private static ProcessHandle generator;

  @BeforeAll
  static void startRun(@TempDir Path folder) throws Exception {
    runs = MockServerRuns.in(folder);
    run = runs.profile("--benchmark-duration", "600", "--concurrency", "1");
    generator = run.child("generate --with-parent");
    runs.awaitMoreRequests(run, 1);
  }

  @AfterAll
  static void endRun() throws IOException {
    run.close();
    runs.close();
  }

  @Test
  void brokerJobAndCompilersHaveLowPriority() throws Exception {
    ProcessHandle broker = run.child("BrokerMain");

    assertThat(niceOfThreads(broker).values()).containsOnly(GIVES_WAY);
    assertThat(niceOfThreads(generator.parent().orElseThrow()).values()).containsOnly(GIVES_WAY);
    int own = niceOfThreads(ProcessHandle.current()).get("java");
    assertThat(niceOfThreads(generator))
        .containsEntry("load-g0.0", own)
        .containsEntry("C1 CompilerThre", GIVES_WAY);
  }

  @Test
  void eventLoopsRequestShortSchedulerSlices() throws Exception {
    Map<String, String> slices = slicesOfThreads(generator);
    assumeTrue(!slices.isEmpty(), "skipped: this Linux reports no scheduler slices (from 6.12 on)");
    assertThat(slices).containsEntry("load-g0.0", SHORTEST_SLICE);
    assertThat(slices)
        .containsKey("C1 CompilerThre")
        .doesNotContainEntry("C1 CompilerThre", SHORTEST_SLICE);
  }

  /** Returns the scheduler slices in nanoseconds, by thread name; empty if unknown. */
  private static Map<String, String> slicesOfThreads(ProcessHandle process) throws IOException {
    Map<String, String> slices = new HashMap<>();
    for (Path thread : threads(process)) {
      try {
        String name = Files.readString(thread.resolve("comm"), UTF_8).strip();
        for (String line : Files.readAllLines(thread.resolve("sched"), UTF_8)) {
          if (line.startsWith("se.slice")) {
            slices.put(name, line.substring(line.indexOf(':') + 1).strip());
          }
        }
      } catch (IOException e) {
        // It has ended, or Linux was made without this.
      }
    }
    return slices;
  }

  /** By the names of threads, of which Linux knows the first fifteen characters. */
  private static Map<String, Integer> niceOfThreads(ProcessHandle process) throws IOException {
    Map<String, Integer> nice = new HashMap<>();
    for (Path thread : threads(process)) {
      try {
        String stat = Files.readString(thread.resolve("stat"), UTF_8);
        int name = stat.lastIndexOf(')');
        // The 19th word; the name is the second one, and may have spaces.
        String[] words = stat.substring(name + 2).split(" ", -1);
        nice.put(stat.substring(stat.indexOf('(') + 1, name), Integer.valueOf(words[16]));
      } catch (IOException e) {
        // It has ended.
      }
    }
    return nice;
  }

  private static List<Path> threads(ProcessHandle process) throws IOException {
    try (Stream<Path> folders =
        Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
      return folders.toList();
    }
  }
}
