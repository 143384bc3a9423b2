package io.longhaul.benchmarks.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A mount namespace, in which an ordinary user may mount a small disk. */
public final class MountNamespace {
  private static final String MARK = "LONGHAUL_CHAOS_NAMESPACE";
  private static final List<String> UNSHARE = List.of("unshare", "--user", "--map-root-user");

  private MountNamespace() {}

  /** Returns whether {@link #run} has started this process. */
  public static boolean isOwn() {
    return System.getenv(MARK) != null;
  }

  /**
   * Runs a command in a new namespace, with the input and output of this process. If this process
   * is terminated, the command is, too.
   *
   * @return its exit status; empty if this machine does not permit namespaces
   */
  public static Optional<Integer> run(List<String> command)
      throws IOException, InterruptedException {
    try {
      if (unshare(List.of("true")).start().waitFor() != 0) {
        return Optional.empty();
      }
    } catch (IOException e) {
      // There is no such program.
      return Optional.empty();
    }
    ProcessBuilder builder = unshare(command).inheritIO();
    builder.environment().put(MARK, "yes");
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "terminated"));
    return Optional.of(process.waitFor());
  }

  private static ProcessBuilder unshare(List<String> command) {
    List<String> words = new ArrayList<>(UNSHARE);
    words.add("--mount");
    words.addAll(command);
    return new ProcessBuilder(words);
  }
}
