package io.longhaul.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A file of results, one JSON object per line; a seed that ran again has several lines. */
public record ResultsFile(Path path) {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  /** Returns all results, the oldest first; an incomplete last line is left out. */
  public List<ChaosResult> read() throws IOException {
    List<ChaosResult> results = new ArrayList<>();
    if (!Files.exists(path)) {
      return results;
    }
    for (String line : Files.readAllLines(path, UTF_8)) {
      if (line.endsWith("}")) {
        results.add(JSON.readValue(line, ChaosResult.class));
      }
    }
    return results;
  }

  /** Returns the seeds whose newest result passed with at least this duration of the load. */
  public Set<Long> passed(int loadSeconds) throws IOException {
    Set<Long> passed = new HashSet<>();
    for (ChaosResult result : read()) {
      if (result.passed() && result.loadSeconds() >= loadSeconds) {
        passed.add(result.seed());
      } else if (!result.passed()) {
        passed.remove(result.seed());
      }
    }
    return passed;
  }

  /** Appends a result. */
  public void append(ChaosResult result) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(path, JSON.writeValueAsString(result) + "\n", UTF_8, CREATE, APPEND);
  }
}
