package io.longhaul.cli.embedded;

import java.nio.file.Path;
import java.util.Set;

/**
 * How processes of {@code deploy/bin/longhaul} start in tests. The tests of a build share few
 * processors: what starts soon is better than what runs fast.
 */
public final class QuickService {
  private static final String OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable -Xlog:all=error:stderr";

  /** At its own address, the archive needs no changes. */
  private static final String WITH_ARCHIVE =
      " -XX:SharedArchiveFile=%s -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0";

  /** The classes that a run loads; the launcher makes this archive for the jar of the commands. */
  private static final String ARCHIVE = "cli/target/dist/classes.jsa";

  /**
   * Those with another class path. With an archive that does not belong to its class path, a JVM
   * would start without even the JDK's own.
   */
  private static final Set<String> OF_FLINK =
      Set.of("jobmanager", "taskmanager", "submit", "flink");

  private QuickService() {}

  /**
   * Returns the options of the JVM, for {@code LONGHAUL_JAVA_OPTS}.
   *
   * @param root root of the source tree
   * @param command first word behind {@code deploy/bin/longhaul}
   */
  public static String javaOptions(Path root, String command) {
    return OF_FLINK.contains(command)
        ? OPTIONS
        : OPTIONS + WITH_ARCHIVE.formatted(root.resolve(ARCHIVE));
  }
}
