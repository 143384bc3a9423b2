package io.longhaul.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.benchmarks.MeasuredFigures.Better;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredFiguresTest {
  @TempDir Path folder;

  @Test
  void aFileContainsEachRoundAndTheMedian() throws IOException {
    MeasuredFigures figures = new MeasuredFigures();
    double median = figures.add("late_p99", "ms", Better.LOWER, List.of(3, 1, 2), n -> n / 2.0);
    Path file = folder.resolve("figures.json");
    figures.write("Pacing", List.of("--rounds", "3"), file);

    JsonNode document = new ObjectMapper().readTree(file.toFile());
    assertThat(median).isEqualTo(1.0);
    assertThat(document.toString())
        .isEqualTo(
            "{\"benchmark\":\"Pacing\",\"arguments\":[\"--rounds\",\"3\"],\"figures\":[{\"name\":\"late_p99\","
                + "\"unit\":\"ms\",\"better\":\"lower\",\"rounds\":[1.5,0.5,1.0],\"median\":1.0}]}");
  }
}
