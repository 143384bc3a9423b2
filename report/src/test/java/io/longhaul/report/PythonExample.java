package io.longhaul.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of {@code docs/examples}, for the Python of {@code -Dlonghaul.python}. */
public final class PythonExample {
  /** Of Spark, for few rows: what starts soon is better than what runs fast. */
  private static final String JVM_OPTIONS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private PythonExample() {}

  /** Returns the command that runs a program, which is not started. */
  public static ProcessBuilder of(String program, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(System.getProperty("longhaul.python"));
    words.add(Path.of(System.getProperty("longhaul.root"), "docs/examples", program).toString());
    words.addAll(List.of(arguments));
    ProcessBuilder command = new ProcessBuilder(words);
    command.environment().put("JDK_JAVA_OPTIONS", JVM_OPTIONS);
    return command;
  }
}
