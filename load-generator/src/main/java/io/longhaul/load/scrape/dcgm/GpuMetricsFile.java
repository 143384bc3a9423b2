package io.longhaul.load.scrape.dcgm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.scrape.result.DcgmField;
import io.longhaul.load.scrape.result.DcgmField.Kind;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a file of DCGM fields in dcgm-exporter's format: {@code DCGM_FI_…, gauge or counter, help}
 * on each line; comments start with {@code #}.
 */
public final class GpuMetricsFile {
  private static final long MAX_BYTES = 1 << 20;
  private static final int MAX_METRICS = 50;
  private static final Pattern NAME = Pattern.compile("DCGM_FI_[A-Z0-9_]+");
  private static final int PARTS = 3;
  private static final Map<String, Kind> KINDS =
      Map.of("gauge", Kind.GAUGE, "counter", Kind.COUNTER);
  private static final String FORM = "DCGM_FI_…, gauge or counter, help";

  /** Fields that AIPerf reports for every GPU, with its own names, headers and units. */
  private static final Set<DcgmField> ALWAYS_REPORTED =
      Set.of(
          DcgmField.POWER_USAGE,
          DcgmField.TOTAL_ENERGY_CONSUMPTION,
          DcgmField.GPU_UTIL,
          DcgmField.MEM_COPY_UTIL,
          DcgmField.FB_USED,
          DcgmField.GPU_TEMP,
          DcgmField.SM_ACTIVE,
          DcgmField.DEC_UTIL,
          DcgmField.ENC_UTIL,
          DcgmField.XID_ERRORS,
          DcgmField.POWER_VIOLATION);

  private final Path file;
  private final List<String> problems;
  private final Map<String, GpuMetric> byKey = new HashMap<>();
  private final List<GpuMetric> metrics = new ArrayList<>();

  private GpuMetricsFile(Path file, List<String> problems) {
    this.file = file;
    this.problems = problems;
  }

  /**
   * Returns the fields of a file, in its order, without those that are reported for every GPU
   * anyway.
   *
   * @param problems receives one sentence for each problem, with its line number
   */
  public static List<GpuMetric> read(Path file, List<String> problems) {
    GpuMetricsFile read = new GpuMetricsFile(file, problems);
    read.lines();
    return List.copyOf(read.metrics);
  }

  private void lines() {
    List<String> lines = text();
    boolean anything = lines.isEmpty();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        anything = true;
        line(i + 1, line);
      }
    }
    if (!anything) {
      addProblem("no fields (write one per line: " + FORM + ")");
    }
    if (metrics.size() > MAX_METRICS) {
      addProblem(metrics.size() + " fields (at most " + MAX_METRICS + ")");
    }
  }

  /** Returns an empty list and reports a problem if the file cannot be read. */
  private List<String> text() {
    try {
      if (Files.size(file) > MAX_BYTES) {
        addProblem("too long (at most 1 MiB)");
        return List.of();
      }
      return Files.readAllLines(file, UTF_8);
    } catch (NoSuchFileException e) {
      addProblem("there is no such file");
    } catch (CharacterCodingException e) {
      addProblem("it is not UTF-8 text");
    } catch (IOException e) {
      addProblem(String.valueOf(e.getMessage()));
    }
    return List.of();
  }

  private void line(int number, String line) {
    String[] parts =
        Arrays.stream(line.split(",", PARTS)).map(String::strip).toArray(String[]::new);
    if (parts.length < PARTS) {
      addProblem(number, line, FORM);
      return;
    }
    boolean isField = NAME.matcher(parts[0]).matches();
    if (!isField) {
      addProblem(number, parts[0], "a field of DCGM, such as DCGM_FI_DEV_SM_CLOCK");
    }
    Kind kind = KINDS.get(parts[1]);
    if (kind == null) {
      addProblem(number, parts[1], "gauge or counter");
    }
    boolean isNew = DcgmField.named(parts[0]).filter(ALWAYS_REPORTED::contains).isEmpty();
    if (isField && kind != null && isNew) {
      add(number, new GpuMetric(parts[0], kind, parts[2]));
    }
  }

  private void add(int number, GpuMetric metric) {
    GpuMetric earlier = byKey.putIfAbsent(metric.key(), metric);
    if (earlier == null) {
      metrics.add(metric);
    } else {
      addProblem(number, metric.dcgmName(), metric.key() + " is already defined in the file");
    }
  }

  private void addProblem(String what) {
    problems.add("Invalid GPU metrics: " + file + ": " + what);
  }

  private void addProblem(int line, String what, String expected) {
    problems.add("Invalid GPU metric: " + file + ":" + line + ": " + what + " (" + expected + ")");
  }
}
