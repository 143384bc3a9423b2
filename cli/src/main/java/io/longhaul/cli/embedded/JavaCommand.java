package io.longhaul.cli.embedded;

import io.longhaul.cli.log.LogOutput;
import io.longhaul.load.time.CpuPriority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a child JVM with this process's Java and class path.
 *
 * @param kind selects what the launcher has prepared for a faster start
 * @param jvmOptions JVM options, such as {@code -Xmx256m}
 * @param arguments arguments of the main class; never secrets, because all users of the machine can
 *     read them
 * @param givesWay whether the process runs at low CPU priority, see {@link CpuPriority}
 */
public record JavaCommand(
    ProcessKind kind,
    String mainClass,
    List<String> jvmOptions,
    List<String> arguments,
    boolean givesWay) {
  public JavaCommand {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /**
   * Returns the whole command line, which starts a shell.
   *
   * @param ignored names of ignored signals, such as {@code INT HUP}, which a terminal sends to the
   *     whole process group
   */
  public List<String> toWords(String ignored) {
    String shell =
        (givesWay ? CpuPriority.niceShellPrefix() : "") + "trap '' " + ignored + "; exec \"$@\"";
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", shell, "longhaul"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(permissions(Runtime.version().feature()));
    words.add("-XX:+ExitOnOutOfMemoryError");
    words.add("-Duser.timezone=UTC");
    words.add("-Dfile.encoding=UTF-8");
    words.addAll(PreparedStart.jvmOptions(kind));
    String logDetail = System.getProperty(LogOutput.DETAIL_PROPERTY);
    if (logDetail != null) {
      words.add("-D" + LogOutput.DETAIL_PROPERTY + "=" + logDetail);
    }
    words.addAll(jvmOptions);
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }

  /**
   * Returns options that permit native access (Netty, zstd, tokenizers, JNA) and Unsafe (Flink),
   * about which JVMs warn from Java 24 on. The launcher passes the same options to the parent.
   */
  static List<String> permissions(int javaVersion) {
    return javaVersion < 24
        ? List.of()
        : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }
}
