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
 * Lowers the CPU priority of everything that does not measure, by a higher <em>nice</em> value. A
 * generator that waits for a processor attributes this wait to the server, whereas compilers,
 * storage and the pipeline only finish slightly later. Every user may raise the nice value of a
 * thread, but only root may lower it. On systems without nice values nothing changes.
 */
public final class CpuPriority {
  /**
   * With this nice value a process gets about a tenth of the CPU time of a normal one if every
   * processor is busy, which is enough to store and count the log.
   */
  private static final String NICE = "10";

  /** On Linux each thread has its own priority, which its new threads inherit. */
  private static final String THREADS = "/proc/%s/task";

  private static final String THIS_PROCESS = "self";

  private static final String SECOND_COMPILER = "C2 Compiler";

  private static final int RENICE_TIMEOUT_SECONDS = 5;

  private CpuPriority() {}

  /** Returns the start of a shell command that runs its arguments with lower priority. */
  public static String niceShellPrefix() {
    return "command -v nice >/dev/null && set -- nice -n " + NICE + " \"$@\"; ";
  }

  /**
   * Lowers the priority of this process and of everything that it starts from now on. Start
   * processes that need the normal priority before this call.
   *
   * @param prefix prefix of the names of threads that keep their priority
   */
  public static void deprioritizeAllExcept(String prefix) {
    deprioritize(THIS_PROCESS, thread -> !thread.startsWith(prefix));
  }

  /**
   * Lowers the priority of this JVM's compiler threads. Code is then compiled later, while the
   * measurement continues.
   */
  public static void deprioritizeCompilers() {
    deprioritize(
        THIS_PROCESS,
        thread -> thread.startsWith("C1 Compiler") || thread.startsWith(SECOND_COMPILER));
  }

  /**
   * Lowers the priority of this JVM's second compiler, which is of use to a process only after its
   * start.
   */
  public static void deprioritizeSecondCompiler() {
    deprioritize(THIS_PROCESS, thread -> thread.startsWith(SECOND_COMPILER));
  }

  /** Lowers the priority of another process of this user, with all its threads. */
  public static void deprioritize(long pid) {
    deprioritize(Long.toString(pid), thread -> true);
  }

  private static void deprioritize(String process, Predicate<String> name) {
    Path folder = Path.of(THREADS.formatted(process));
    try {
      Set<String> done = new HashSet<>();
      for (List<String> more = threads(folder, name, done);
          !more.isEmpty();
          more = threads(folder, name, done)) {
        renice(more);
        done.addAll(more);
      }
    } catch (IOException e) {
      // This system has no nice values; nothing changes.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> threads(Path process, Predicate<String> name, Set<String> but)
      throws IOException {
    List<String> threads = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(process)) {
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
      // The thread has ended.
      return "";
    }
  }

  /**
   * Sets the nice value. The form without options sets it on every system; with -n, some systems
   * would add it.
   */
  private static void renice(List<String> threads) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("renice", NICE, "-p"));
    command.addAll(threads);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(RENICE_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("renice does not end");
    }
  }
}
