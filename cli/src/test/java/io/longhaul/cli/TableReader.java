package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that we did not write, which reads the tables of a catalog again and again. */
final class TableReader implements AutoCloseable {
  private static final String SCRIPT = "read_tables.py";
  private static final Pattern LOOK = Pattern.compile("(?<rows>\\d+) (?<distinct>\\d+)");
  private static final long TIMEOUT_SECONDS = 300;

  private final String name;
  private final Process process;
  private final Path output;
  private final Path errors;

  private TableReader(String name, Process process, Path output, Path errors) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /**
   * Starts it.
   *
   * @param name {@code pyiceberg}, {@code duckdb} or {@code spark}
   * @param folder takes what it prints
   * @param catalog file of the database
   * @param endpoint URL of the S3 server; empty if the lake is a folder
   */
  static TableReader start(String name, Path folder, Path catalog, String endpoint)
      throws IOException {
    Path script = folder.resolve(SCRIPT);
    try (InputStream text = TableReader.class.getResourceAsStream(SCRIPT)) {
      Files.write(script, text.readAllBytes());
    }
    Path output = folder.resolve(name + ".txt");
    Path errors = folder.resolve(name + "-errors.txt");
    ProcessBuilder python =
        new ProcessBuilder(
                System.getProperty("longhaul.python"),
                script.toString(),
                name,
                catalog.toString(),
                endpoint,
                System.getProperty("longhaul.iceberg.readers", ""))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    python.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return new TableReader(name, python.start(), output, errors);
  }

  /** Waits until it has loaded its libraries. */
  TableReader awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (lines().isEmpty()) {
      assertThat(process.isAlive()).as("%s: %s", name, Files.readString(errors, UTF_8)).isTrue();
      assertThat(System.nanoTime()).as("deadline of %s", name).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return this;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(output, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many rows each look found so far, after it has checked that no request repeats. */
  List<Long> looks() {
    return lines().stream().map(LOOK::matcher).filter(Matcher::matches).map(this::rows).toList();
  }

  private long rows(Matcher look) {
    assertThat(look.group("distinct"))
        .as("distinct requests that %s finds", name)
        .isEqualTo(look.group("rows"));
    return Long.parseLong(look.group("rows"));
  }

  /** Ends it, and returns the content of the tables. */
  JsonNode end() throws IOException, InterruptedException {
    process.outputWriter(UTF_8).close();
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as("%s ends", name).isTrue();
    assertThat(process.exitValue()).as("%s: %s", name, Files.readString(errors, UTF_8)).isZero();
    List<String> lines = lines();
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
