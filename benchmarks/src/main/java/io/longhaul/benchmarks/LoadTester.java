package io.longhaul.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A load tester as its user starts it: {@code longhaul} with everything in it, or AIPerf, which
 * takes the same options.
 *
 * @param executable with its path
 * @param extraOptions what only this one needs
 */
record LoadTester(Path executable, List<String> extraOptions) {
  private static final long TIMEOUT_MINUTES = 30;

  /** The launcher of this source tree; builds what has to be built, so that no run does. */
  static LoadTester longhaul() throws IOException, InterruptedException {
    Path launcher = Path.of(System.getProperty("longhaul.home"), "longhaul").normalize();
    end(start(List.of(launcher.toString(), "--version")));
    return new LoadTester(launcher, List.of());
  }

  static LoadTester aiperf(Path executable) {
    return new LoadTester(executable, List.of("--no-server-metrics"));
  }

  /**
   * Streamed answers, of chat unless the options say else, of a model named {@code mock-model},
   * without GPUs and views, from its start to its end.
   *
   * @param folder takes its artifacts
   * @throws IllegalStateException when it does not end with 0
   */
  ProfileResult run(Path folder, String url, List<String> options)
      throws IOException, InterruptedException {
    long startedEpochMillis = System.currentTimeMillis();
    long startedNanos = System.nanoTime();
    end(start(folder, url, options));
    return new ProfileResult(folder, startedEpochMillis, System.nanoTime() - startedNanos);
  }

  /** As {@link #run}, but returns at once. */
  Process start(Path folder, String url, List<String> options) throws IOException {
    List<String> words = new ArrayList<>(List.of(executable.toString(), "profile"));
    words.addAll(List.of("--model", "mock-model", "--url", url));
    words.addAll(List.of("--streaming", "--isl", "32", "--random-seed", "1"));
    words.addAll(List.of("--ui", "none", "--no-gpu-telemetry"));
    words.addAll(List.of("--artifact-dir", folder.toString()));
    words.addAll(extraOptions);
    words.addAll(options);
    return start(words);
  }

  /** Runs {@code longhaul demo}. */
  ProfileResult demo(Path folder) throws IOException, InterruptedException {
    long startedEpochMillis = System.currentTimeMillis();
    long startedNanos = System.nanoTime();
    end(start(List.of(executable.toString(), "demo", "--artifact-dir", folder.toString())));
    return new ProfileResult(folder, startedEpochMillis, System.nanoTime() - startedNanos);
  }

  private static Process start(List<String> words) throws IOException {
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** The generator of a run that was begun. */
  static ProcessHandle generatorOf(Process parent) {
    return parent
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains(" generate "))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Cannot find the generator"));
  }

  /** Waits for a process that was begun. */
  static void end(Process process) throws InterruptedException {
    String what = process.info().commandLine().orElse("a process");
    if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
      throw new IllegalStateException("Cannot wait for " + what + ": it takes too long");
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(what + " ended with " + process.exitValue());
    }
  }
}
