package io.longhaul.cli.embedded;

import io.longhaul.cli.log.LogOutput;
import io.longhaul.load.time.CpuPriority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a JVM of our own: this process's Java and class path.
 *
 * @param jvmOptions such as {@code -Xmx256m}
 * @param arguments of the main class; never secrets, since every user of the machine can read them
 * @param givesWay whether it gives way to what measures, see {@link CpuPriority}
 */
public record JavaCommand(
    String mainClass, List<String> jvmOptions, List<String> arguments, boolean givesWay) {
  /**
   * System property with the path of a class data archive that the launcher made; shared by parent
   * and children, since they run the same classes.
   */
  private static final String ARCHIVE_PROPERTY = "longhaul.archive";

  /**
   * System property with the folder into which children list their classes, to make the archive.
   */
  private static final String CLASS_LISTS_PROPERTY = "longhaul.classLists";

  public JavaCommand {
    jvmOptions = List.copyOf(jvmOptions);
    arguments = List.copyOf(arguments);
  }

  /**
   * The whole command line, a shell's.
   *
   * @param ignored names of signals, such as {@code INT HUP}: those that reach a whole group of
   *     processes leave it to the parent to decide
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
    String archive = System.getProperty(ARCHIVE_PROPERTY);
    if (archive != null) {
      words.add("-XX:SharedArchiveFile=" + archive);
      // An archive that does not fit this Java is no reason to say anything: it only costs time.
      words.add("-Xlog:disable");
      words.add("-Xlog:all=error:stderr");
    }
    String classLists = System.getProperty(CLASS_LISTS_PROPERTY);
    if (classLists != null) {
      words.add("-XX:DumpLoadedClassList=" + Path.of(classLists, "child-%p.list"));
    }
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
   * From Java 24 on each JVM warns of what our libraries do on purpose: natives (Netty, zstd,
   * tokenizers, JNA) and Unsafe (Flink). The launcher says the same of the parent.
   */
  static List<String> permissions(int javaVersion) {
    return javaVersion < 24
        ? List.of()
        : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }
}
