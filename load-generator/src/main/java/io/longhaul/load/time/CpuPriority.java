package io.longhaul.load.time;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Who runs first where processors are few. What measures goes before what compiles, stores and
 * counts: a generator that waits for a processor takes its own wait for the server's, while the
 * others only end a little later. They give way by a lower priority (a higher <em>nice</em>), which
 * everybody may take and only root may leave. Where a machine knows no such thing, nothing changes.
 */
public final class CpuPriority {
  /**
   * A tenth of the share of what does not give way: when every processor is wanted, the log is
   * still taken and counted.
   */
  private static final String NICE = "10";

  /** On Linux each thread has a priority of its own, which the threads that it starts inherit. */
  private static final Path THREADS = Path.of("/proc/self/task");

  private static final int LONGEST_STEP_SECONDS = 5;

  private CpuPriority() {}

  /** Words of a shell in which what it runs as its arguments gives way. */
  public static String niceShellPrefix() {
    return "command -v nice >/dev/null && set -- nice -n " + NICE + " \"$@\"; ";
  }

  /**
   * Lets this process give way from now on, and whatever it starts from now on: so it comes after
   * the start of those that shall go first.
   *
   * @param measuring what the names of threads begin with that keep what they have
   */
  public static void deprioritizeAllExcept(String measuring) {
    giveWay(thread -> !thread.startsWith(measuring));
  }

  /**
   * Lets the compilers of this JVM give way to its other threads. Code that is compiled while it
   * measures is compiled later, and the measurement goes on meanwhile.
   */
  public static void deprioritizeCompilers() {
    giveWay(thread -> thread.startsWith("C1 Compiler") || thread.startsWith("C2 Compiler"));
  }

  private static void giveWay(Predicate<String> name) {
    try {
      Set<String> done = new HashSet<>();
      for (List<String> more = threads(name, done); !more.isEmpty(); more = threads(name, done)) {
        renice(more);
        done.addAll(more);
      }
    } catch (IOException e) {
      // This machine knows no such thing: nobody gives way.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> threads(Predicate<String> name, Set<String> but) throws IOException {
    List<String> threads = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(THREADS)) {
      for (Path folder : folders) {
        String thread = folder.getFileName().toString();
        if (!but.contains(thread) && name.test(nameOf(folder))) {
          threads.add(thread);
        }
      }
    }
    return threads;
  }

  private static String nameOf(Path thread) {
    try {
      return Files.readString(thread.resolve("comm"), UTF_8);
    } catch (IOException e) {
      // It has ended.
      return "";
    }
  }

  /** The form without options sets a value everywhere; with -n some systems would add it. */
  private static void renice(List<String> threads) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("renice", NICE, "-p"));
    words.addAll(threads);
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LONGEST_STEP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("renice does not end");
    }
  }
}
