package io.longhaul.benchmarks.peers;

import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs a tool and observes it from outside: requests at the server, memory in {@code /proc}, CPU
 * time by the shell that waits for it. Linux only.
 */
public final class RunObserver {
  private static final long POLL_MILLIS = 50;
  private static final long MEMORY_INTERVAL_NANOS = 1_000_000_000;
  private static final double SECONDS_PER_MINUTE = 60;
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(30);

  /**
   * A shell whose {@code times} prints the CPU time of all its descendants that were waited for, in
   * its second line, to the file {@code $0}.
   */
  private static final String TIMED = "\"$@\"; code=$?; times >\"$0\"; exit $code";

  private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s");

  private RunObserver() {}

  /**
   * Runs a closed loop.
   *
   * @param progress what the server has done since its start
   * @param folder folder of the tool's files
   * @throws IllegalStateException if the tool fails, or sends for less than five seconds
   */
  public static ObservedRun observe(
      Peer peer, PeerLoad load, Supplier<ServerProgress> progress, Path folder)
      throws IOException, InterruptedException {
    try (TemporaryFolder own = TemporaryFolder.create()) {
      Path times = own.path().resolve("times");
      List<String> command = new ArrayList<>(List.of("sh", "-c", TIMED, times.toString()));
      command.addAll(peer.command(load, folder));
      long before = progress.get().answered();
      Observations observations = new Observations(System.nanoTime());
      Process process = start(command);
      follow(process, () -> progress.get().answered() - before, observations);
      requireSuccess(peer, process);
      return observations.result(
          System.nanoTime(), cpuSeconds(Files.readString(times)), sizeOf(folder));
    }
  }

  /** Runs a tool and waits for its end. */
  public static void run(Peer peer, PeerLoad load, Path folder)
      throws IOException, InterruptedException {
    Process process = start(peer.command(load, folder));
    if (!process.waitFor(TIMEOUT_NANOS, TimeUnit.NANOSECONDS)) {
      process.destroy();
    }
    requireSuccess(peer, process);
  }

  /** Observes until the process ends. */
  private static void follow(Process process, LongSupplier answered, Observations observations)
      throws InterruptedException {
    ProcessTree tree = new ProcessTree(process.toHandle());
    long begunNanos = System.nanoTime();
    long nextMemoryNanos = begunNanos;
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      long nowNanos = System.nanoTime();
      long requests = answered.getAsLong();
      observations.answered(nowNanos, requests);
      if (nowNanos >= nextMemoryNanos) {
        observations.memory(requests, tree.pssBytes());
        nextMemoryNanos = nowNanos + MEMORY_INTERVAL_NANOS;
      }
      if (nowNanos - begunNanos > TIMEOUT_NANOS) {
        process.destroy();
      }
    }
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void requireSuccess(Peer peer, Process process) {
    if (process.exitValue() != 0) {
      throw new IllegalStateException(peer.name() + " ended with " + process.exitValue());
    }
  }

  /** Returns the sum of the times in the second line of the output of {@code times}. */
  static double cpuSeconds(String times) {
    Matcher time = TIME.matcher(times.substring(times.indexOf('\n') + 1));
    double seconds = 0;
    while (time.find()) {
      seconds +=
          Double.parseDouble(time.group(1)) * SECONDS_PER_MINUTE
              + Double.parseDouble(time.group(2));
    }
    return seconds;
  }

  private static long sizeOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
