package io.longhaul.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Prints to standard output and, so that it can be read during and after a long run, to a file. */
record ProgressFile(PrintStream file) implements AutoCloseable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  /** Creates or replaces the file. */
  static ProgressFile create(Path file) throws IOException {
    return new ProgressFile(new PrintStream(Files.newOutputStream(file), true, UTF_8));
  }

  /** Prints some lines after the time. */
  void print(String text) {
    String now = LocalTime.now(ZoneOffset.UTC).format(TIME);
    String separator = text.contains("\n") ? "\n" : " ";
    String line = now + separator + text;
    System.out.println(line);
    file.println(line);
  }

  @Override
  public void close() {
    file.close();
  }
}
