package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How processes of {@code deploy/bin/longhaul} start in tests. The tests of a build share few
 * processors: what starts soon is better than what runs fast.
 */
public final class QuickService {
  private static final String OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:SharedArchiveFile=%s -Xlog:disable"
          + " -Xlog:all=error:stderr";

  /** Those with the class path of a Flink cluster, which lacks the jars of commands and job. */
  private static final Set<String> OF_FLINK =
      Set.of("jobmanager", "taskmanager", "submit", "flink");

  /** The classes that a run loads; the launcher makes this archive for the jar of the commands. */
  private static final String ARCHIVE = "classes.jsa";

  private static final String ARCHIVE_OF_FLINK = "flink.jsa";

  private QuickService() {}

  /**
   * Returns the options of the JVM, for {@code LONGHAUL_JAVA_OPTS}.
   *
   * @param root root of the source tree
   * @param command first word behind {@code deploy/bin/longhaul}
   */
  public static String javaOptions(Path root, String command)
      throws IOException, InterruptedException {
    Path distribution = root.resolve("cli/target/dist");
    Path archive = distribution.resolve(ARCHIVE);
    Path classes = root.resolve("target/training/all");
    return OPTIONS.formatted(
        OF_FLINK.contains(command) && Files.exists(archive) && Files.exists(classes)
            ? archiveOfFlink(distribution, classes, archive)
            : archive);
  }

  /** With the archive of another class path, a JVM would start without even the JDK's own. */
  @SuppressWarnings("try") // only holds the lock
  private static Path archiveOfFlink(Path distribution, Path classes, Path newerThan)
      throws IOException, InterruptedException {
    Path archive = distribution.resolve(ARCHIVE_OF_FLINK);
    try (FileChannel file =
            FileChannel.open(
                distribution.resolve("flink.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (!Files.exists(archive)
          || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(newerThan))
              < 0) {
        make(archive, classes, classPath(distribution.resolve("lib")));
      }
    }
    return archive;
  }

  private static void make(Path archive, Path classes, String classPath)
      throws IOException, InterruptedException {
    Path ofFlink = archive.resolveSibling("flink-classes");
    Files.write(
        ofFlink,
        Files.readAllLines(classes).stream()
            .filter(line -> !line.contains("io/longhaul/"))
            .toList());
    Path draft = archive.resolveSibling("flink.draft");
    Path log = archive.resolveSibling("flink-dump.log");
    Process dump =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:dump",
                "-XX:+UseSerialGC",
                "-XX:SharedClassListFile=" + ofFlink,
                "-XX:SharedArchiveFile=" + draft,
                "-cp",
                classPath)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(dump.waitFor()).as(() -> "see " + log).isZero();
    Files.move(draft, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The same jars as in {@code deploy/bin/longhaul}, in the order of the shell. */
  private static String classPath(Path lib) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", "printf '%s\\n' \"$1\"/*.jar", "sh", lib.toString())
            .start();
    String printed = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(shell.waitFor()).isZero();
    return List.of(printed.split("\n", -1)).stream()
        .filter(jar -> !jar.isEmpty())
        .filter(jar -> !jar.contains("/longhaul-pipeline-") && !jar.contains("/longhaul-cli-"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
