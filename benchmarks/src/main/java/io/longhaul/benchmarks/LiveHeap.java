package io.longhaul.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the live objects on the heap of another JVM, after a full collection that the
 * measurement triggers.
 */
final class LiveHeap {
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /** The last line of a class histogram: objects and bytes. */
  private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

  private LiveHeap() {}

  static double megabytes(long pid) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher total = TOTAL.matcher(line);
        if (total.find()) {
          return Long.parseLong(total.group(1)) / BYTES_PER_MEGABYTE;
        }
      }
    }
    throw new IllegalStateException("Cannot read the heap of process " + pid);
  }
}
