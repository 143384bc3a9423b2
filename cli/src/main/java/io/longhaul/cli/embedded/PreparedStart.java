package io.longhaul.cli.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What the launcher has prepared so that child JVMs start faster, as system properties of this
 * process: a class data archive that all processes share or, from Java 25 on, an ahead-of-time
 * cache for each kind of process. A cache also contains profiles of methods, so that the compiler
 * knows from the start what a long run would show.
 */
final class PreparedStart {
  /** Path of the class data archive, which parent and children share. */
  private static final String ARCHIVE_PROPERTY = "longhaul.archive";

  /** Folder in which children write their class lists for the archive. */
  private static final String CLASS_LISTS_PROPERTY = "longhaul.classLists";

  /** Folder of the caches. */
  private static final String CACHES_PROPERTY = "longhaul.caches";

  /** Folder in which children record what their caches will contain. */
  private static final String TRAINING_PROPERTY = "longhaul.training";

  private PreparedStart() {}

  /** Returns whether this process prepares faster starts; its children then exit slowly. */
  static boolean isInTraining() {
    return System.getProperty(TRAINING_PROPERTY) != null;
  }

  /** Returns the JVM options of a child. */
  static List<String> jvmOptions(ProcessKind kind) {
    return jvmOptions(kind, System.getProperties());
  }

  static List<String> jvmOptions(ProcessKind kind, Properties ofThisProcess) {
    List<String> options = new ArrayList<>();
    String archive = ofThisProcess.getProperty(ARCHIVE_PROPERTY);
    if (archive != null) {
      options.add("-XX:SharedArchiveFile=" + archive);
    }
    String caches = ofThisProcess.getProperty(CACHES_PROPERTY);
    if (caches != null) {
      options.add("-XX:AOTCache=" + Path.of(caches, kind.fileName() + ".aot"));
    }
    if (archive != null || caches != null) {
      // At its own address, the file needs no changes, so that processes share its pages.
      options.add("-XX:+UnlockDiagnosticVMOptions");
      options.add("-XX:ArchiveRelocationMode=0");
      // A file of another Java version only costs time, so its warning is suppressed.
      options.add("-Xlog:disable");
      options.add("-Xlog:all=error:stderr");
    }
    if (caches != null) {
      options.add("-Xlog:aot*=off:stderr");
    }
    String classLists = ofThisProcess.getProperty(CLASS_LISTS_PROPERTY);
    if (classLists != null) {
      options.add("-XX:DumpLoadedClassList=" + Path.of(classLists, "child-%p.list"));
    }
    String training = ofThisProcess.getProperty(TRAINING_PROPERTY);
    if (training != null) {
      options.add("-XX:AOTMode=record");
      options.add("-XX:AOTConfiguration=" + Path.of(training, kind.fileName() + ".conf"));
      // Keep standard output for the line that the parent waits for.
      options.add("-Xlog:disable");
      options.add("-Xlog:all=warning:stderr");
    }
    return options;
  }
}
