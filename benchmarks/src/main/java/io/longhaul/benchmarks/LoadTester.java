package io.longhaul.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A load tester as its user starts it: the complete {@code longhaul}, or AIPerf, which accepts the
 * same options.
 *
 * @param executable path of the executable
 * @param extraOptions options that only this tool needs
 */
record LoadTester(Path executable, List<String> extraOptions) {
  private static final long TIMEOUT_MINUTES = 30;

  /** Returns the launcher of this source tree, after building it so that no run has to. */
  static LoadTester longhaul() throws IOException, InterruptedException {
    Path launcher = Path.of(System.getProperty("longhaul.home"), "longhaul").normalize();
    end(start(List.of(launcher.toString(), "--version")));
    return new LoadTester(launcher, List.of());
  }

  static LoadTester aiperf(Path executable) {
    return new LoadTester(executable, List.of("--no-server-metrics"));
  }

  /**
   * Runs the tool with streamed responses (chat by default) of a model named {@code mock-model},
   * without GPUs and views, and waits for its end.
   *
   * @param folder artifact folder
   * @throws IllegalStateException if the exit code is not 0
   */
  ProfileResult run(Path folder, String url, List<String> options)
      throws IOException, InterruptedException {
    return timed(folder, command(folder, url, options));
  }

  /** Splits options at single spaces; values must not contain any. */
  static List<String> options(String text) {
    return List.of(text.split(" ", -1));
  }

  /** Like {@link #run}, but returns immediately. */
  Process start(Path folder, String url, List<String> options) throws IOException {
    return start(command(folder, url, options));
  }

  private List<String> command(Path folder, String url, List<String> options) {
    List<String> words = new ArrayList<>(List.of(executable.toString(), "profile"));
    words.addAll(List.of("--model", "mock-model", "--url", url));
    words.addAll(List.of("--streaming", "--isl", "32", "--random-seed", "1"));
    words.addAll(List.of("--ui", "none", "--no-gpu-telemetry"));
    words.addAll(List.of("--artifact-dir", folder.toString()));
    words.addAll(extraOptions);
    words.addAll(options);
    return words;
  }

  /** Runs {@code longhaul demo}. */
  ProfileResult demo(Path folder) throws IOException, InterruptedException {
    return timed(
        folder, List.of(executable.toString(), "demo", "--artifact-dir", folder.toString()));
  }

  private static ProfileResult timed(Path folder, List<String> command)
      throws IOException, InterruptedException {
    long startedEpochMillis = System.currentTimeMillis();
    long startedNanos = System.nanoTime();
    end(start(command));
    return new ProfileResult(folder, startedEpochMillis, System.nanoTime() - startedNanos);
  }

  private static Process start(List<String> words) throws IOException {
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Returns the generator of a started run. */
  static ProcessHandle generatorOf(Process parent) {
    return parent
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains(" generate "))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Cannot find the generator"));
  }

  /** Waits for a started process. */
  static void end(Process process) throws InterruptedException {
    String what = process.info().commandLine().orElse("a process");
    if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
      throw new IllegalStateException("Cannot wait for " + what + ": timeout");
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(what + " ended with " + process.exitValue());
    }
  }
}
