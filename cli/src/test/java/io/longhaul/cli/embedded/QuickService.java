package io.longhaul.cli.embedded;

import java.nio.file.Path;

/**
 * How processes of {@code deploy/bin/longhaul} start in tests. The tests of a build share few
 * processors: what starts soon is better than what runs fast.
 */
public final class QuickService {
  private static final String OPTIONS =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:SharedArchiveFile=%s -Xlog:disable"
          + " -Xlog:all=error:stderr";

  /** The classes that a run loads; the launcher makes this archive for the jar of the commands. */
  private static final String ARCHIVE = "cli/target/dist/classes.jsa";

  private QuickService() {}

  /**
   * Returns the options of the JVM, for {@code LONGHAUL_JAVA_OPTS}.
   *
   * @param root root of the source tree
   */
  public static String javaOptions(Path root) {
    return OPTIONS.formatted(root.resolve(ARCHIVE));
  }
}
