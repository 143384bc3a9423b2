package io.longhaul.sinks.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.aggregate.Aggregate;
import io.longhaul.sinks.aggregate.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shapes are those of a real AIPerf 0.13 that was run three times. */
class AggregateDocumentsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void g14TheDocumentHasAiperfsMembersInItsOrder() throws IOException {
    JsonNode document =
        document(
            ran("run_0001", "\"avg\": 808.0"),
            ran("run_0002", "\"avg\": 811.9"),
            ran("run_0003", "\"avg\": 816.1"));

    assertThat(document.fieldNames())
        .toIterable()
        .containsExactly("schema_version", "aiperf_version", "metadata", "metrics");
    assertThat(document.path("schema_version").textValue()).isEqualTo("1.0");
    assertThat(document.path("metadata"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"aggregation_type": "confidence", "num_profile_runs": 3, "num_successful_runs": 3,
                 "failed_runs": [], "confidence_level": 0.95,
                 "run_labels": ["run_0001", "run_0002", "run_0003"], "cooldown_seconds": 1.5}"""));
    assertThat(document.path("metrics").fieldNames())
        .toIterable()
        .containsExactly("request_count_avg", "request_latency_avg");
    assertThat(document.at("/metrics/request_latency_avg").fieldNames())
        .toIterable()
        .containsExactly(
            "mean", "std", "min", "max", "cv", "se", "ci_low", "ci_high", "t_critical", "unit");
  }

  @Test
  void g14TheTableRoundsAsAiperfDoes() throws IOException {
    document(
        ran("run_0001", "\"avg\": 808.0"),
        ran("run_0002", "\"avg\": 811.9"),
        ran("run_0003", "\"avg\": 816.1"));

    assertThat(Files.readString(layout().aggregateCsv()))
        .isEqualTo(
            """
            metric,mean,std,min,max,cv,se,ci_low,ci_high,t_critical,unit
            request_count_avg,10.00,0.00,10.00,10.00,0.0000,0.0000,10.00,10.00,4.3027,requests
            request_latency_avg,812.00,4.05,808.00,816.10,0.0050,2.3388,801.94,822.06,4.3027,ms

            Aggregation Type,confidence
            Total Runs,3
            Successful Runs,3
            Confidence Level,0.95
            Run Labels,"['run_0001', 'run_0002', 'run_0003']"
            Cooldown Seconds,1.5
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void aFigureIsOfTheRunsThatHaveItAndNotThereOfOneAlone() throws IOException {
    JsonNode metrics =
        document(
                ran("run_0001", "\"avg\": 1, \"p99\": 5, \"std\": 7"),
                ran("run_0002", "\"avg\": 3, \"p99\": 9"),
                ran("run_0003", "\"avg\": 5"))
            .path("metrics");

    assertThat(metrics.at("/request_latency_avg/mean").doubleValue()).isEqualTo(3);
    assertThat(metrics.at("/request_latency_p99/mean").doubleValue()).isEqualTo(7);
    assertThat(metrics.has("request_latency_std")).isFalse();
  }

  @Test
  void whatHasNoFiniteVariationIsNullAsInAiperf() throws IOException {
    JsonNode latency =
        document(ran("run_0001", "\"avg\": -1"), ran("run_0002", "\"avg\": 1"))
            .at("/metrics/request_latency_avg");

    assertThat(latency.path("cv").isNull()).isTrue();
    assertThat(Files.readString(layout().aggregateCsv())).contains(",inf,");
  }

  @Test
  void aRunWithoutAnAnswerHasNoFigures() throws IOException {
    Path file = folder.resolve("none.json");
    Files.writeString(file, "{\"error_request_count\": {\"unit\": \"requests\", \"avg\": 3}}");

    assertThat(RunOutcomeFile.read("run_0001", file).failure())
        .isEqualTo("no request was answered");
    assertThat(RunOutcomeFile.read("run_0002", folder.resolve("missing.json")).failure())
        .isEqualTo("it left no missing.json");
    Files.writeString(file, "{");
    assertThat(RunOutcomeFile.read("run_0003", file).failure()).isEqualTo("none.json is no JSON");
  }

  private JsonNode document(RunOutcome... runs) throws IOException {
    AggregateDocuments.write(Aggregate.of(List.of(runs), 0.95, 1.5), layout());
    return MAPPER.readTree(layout().aggregateJson().toFile());
  }

  /** A run that tells of its latency. */
  private RunOutcome ran(String label, String latency) throws IOException {
    Path file = folder.resolve(label + ".json");
    Files.writeString(
        file,
        """
        {"schema_version": "1.0",
         "request_count": {"unit": "requests", "avg": 10},
         "request_latency": {"unit": "ms", %s},
         "input_config": {"endpoint": {}}}"""
            .formatted(latency));
    return RunOutcomeFile.read(label, file);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder);
  }
}
