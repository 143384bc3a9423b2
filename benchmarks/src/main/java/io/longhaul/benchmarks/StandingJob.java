package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.StandingJobMain;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The process of {@link StandingJobMain}, which continues from the newest savepoint. */
record StandingJob(Child process) implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  /** JVM options with which the launcher starts the process that runs the job. */
  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx1g",
          "-XX:+ExitOnOutOfMemoryError",
          // A full collection clears pooled buffers, whose size varies from day to day.
          "-XX:SoftRefLRUPolicyMSPerMB=0",
          "-Duser.timezone=UTC");

  /** Checkpoints are only requested: one after each simulated hour. */
  private static final String NEVER = "86400";

  /**
   * Starts the process and waits until the job runs.
   *
   * @param classPath with the jars of the job's version
   * @param folder for temporary files, the lake and the checkpoints
   */
  static StandingJob start(String classPath, String bootstrapServers, FortnightFolder folder)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(Files.createDirectories(folder.temporary()).toString());
    arguments.add(folder.checkpoints().toString());
    arguments.addAll(List.of("--bootstrap", bootstrapServers));
    arguments.addAll(List.of("--lake", Files.createDirectories(folder.lake()).toString()));
    arguments.addAll(
        List.of("--checkpoints", Files.createDirectories(folder.checkpoints()).toString()));
    arguments.addAll(List.of("--checkpoint-seconds", NEVER));
    return new StandingJob(Child.start(StandingJobMain.class, classPath, JVM, arguments));
  }

  /**
   * Returns the class path of a job with the jars of another installation.
   *
   * @param distribution folder with the jars, or that contains them in {@code lib} or {@code
   *     cli/target/dist/lib}
   * @throws IllegalArgumentException if it contains no jars of Longhaul
   */
  static String classPath(Path distribution) throws IOException {
    for (String lib : List.of("", "lib", "cli/target/dist/lib")) {
      Path folder = distribution.resolve(lib);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          List<String> jars =
              files
                  .map(file -> file.toAbsolutePath().toString())
                  .filter(file -> file.endsWith(".jar"))
                  .sorted()
                  .toList();
          if (jars.stream().anyMatch(jar -> jar.contains("/longhaul-pipeline-"))) {
            return ownClasses() + ":" + String.join(":", jars);
          }
        }
      }
    }
    throw new IllegalArgumentException(
        "Invalid --upgrade-from: "
            + distribution
            + " (a folder with the jars of Longhaul, in lib or in cli/target/dist/lib)");
  }

  private static Path ownClasses() {
    try {
      URI classes =
          StandingJobMain.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(classes);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the job has read this number of records since the process started. */
  void await(long records) {
    process.execute("await " + records, TIMEOUT, StandingJobMain.Progress.class);
  }

  void checkpoint() {
    process.execute("checkpoint", TIMEOUT, StandingJobMain.Progress.class);
  }

  StandingJobMain.Figures measure() {
    return process.execute("measure", TIMEOUT, StandingJobMain.Figures.class);
  }

  /** Stops the job and returns the savepoint's folder. */
  Path stop() {
    return Path.of(process.execute("stop", TIMEOUT, StandingJobMain.Savepoint.class).folder());
  }

  @Override
  public void close() {
    process.close();
  }
}
