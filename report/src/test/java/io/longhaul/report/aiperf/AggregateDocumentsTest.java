package io.longhaul.report.aiperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.report.aggregate.Aggregate;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.aggregate.RunOutcome;
import io.longhaul.report.aggregate.SweepCell;
import io.longhaul.report.figures.Statistic;
import io.longhaul.report.longhaul.RunOutcomeFile;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shapes are those of a real AIPerf 0.13 that was run three times. */
class AggregateDocumentsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Aggregate.Terms terms = new Aggregate.Terms(0.95, 1.5, Optional.empty());

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
                 "run_labels": ["run_0001", "run_0002", "run_0003"], "cooldown_seconds": 1.5}\
                """));
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
  void aFigureNeedsTwoRunsThatHaveIt() throws IOException {
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
  void anInfiniteVariationIsNullAsInAiperf() throws IOException {
    JsonNode latency =
        document(ran("run_0001", "\"avg\": -1"), ran("run_0002", "\"avg\": 1"))
            .at("/metrics/request_latency_avg");

    assertThat(latency.path("cv").isNull()).isTrue();
    assertThat(Files.readString(layout().aggregateCsv())).contains(",inf,");
  }

  /** A cell of a sweep with one run, as in AIPerf. */
  @Test
  void aCellOfASweepContainsItsParameters() throws IOException {
    SweepCell cell =
        new SweepCell(
            "rate_5.0",
            "phases.profiling.rate=5.0",
            Map.of("phases.profiling.rate", 5.0),
            "m",
            List.of(ran("run_0001", "\"avg\": 808.0")));
    AggregateDocuments.write(
        Aggregate.of(cell.runs(), terms), cell, "independent", layout().aggregate().folder());

    JsonNode document = MAPPER.readTree(layout().aggregateJson().toFile());
    assertThat(document.path("metadata"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"aggregation_type": "confidence", "num_profile_runs": 1, "num_successful_runs": 1,
                 "failed_runs": [], "confidence_level": 0.95, "run_labels": ["run_0001"],
                 "single_run": true, "cooldown_seconds": 1.5,
                 "variation_label": "phases.profiling.rate=5.0",
                 "variation_values": {"phases.profiling.rate": 5.0},
                 "sweep_mode": "independent", "model": "m"}\
                """));
    assertThat(document.at("/metrics/request_latency_avg"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"mean": 808.0, "std": 0.0, "min": 808.0, "max": 808.0, "cv": 0.0, "se": 0.0,
                 "ci_low": 808.0, "ci_high": 808.0, "t_critical": null, "unit": "ms"}\
                """));
    assertThat(Files.readString(layout().aggregateCsv()))
        .contains("request_latency_avg,808.00,0.00,808.00,808.00,0.0000,0.0000,808.00,808.00,,ms")
        .endsWith(
            """
            Run Labels,['run_0001']
            Single Run,True
            Cooldown Seconds,1.5
            Variation Label,phases.profiling.rate=5.0
            Variation Values,{'phases.profiling.rate': 5.0}
            Sweep Mode,independent
            Model,m
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void convergenceIsReported() throws IOException {
    terms =
        new Aggregate.Terms(
            0.95,
            0,
            Optional.of(
                new Convergence("request_latency", Statistic.AVG, Convergence.Mode.CV, 0.05)));

    JsonNode verdict =
        document(ran("run_0001", "\"avg\": 99"), ran("run_0002", "\"avg\": 101"))
            .at("/metadata/convergence");

    assertThat(verdict.path("metric").asText()).isEqualTo("request_latency");
    assertThat(verdict.path("stat").asText()).isEqualTo("avg");
    assertThat(verdict.path("mode").asText()).isEqualTo("cv");
    assertThat(verdict.path("threshold").asDouble()).isEqualTo(0.05);
    assertThat(verdict.path("runs").asInt()).isEqualTo(2);
    assertThat(verdict.path("spread").asDouble()).isCloseTo(Math.sqrt(2) / 100, within(1e-12));
    assertThat(verdict.path("converged").asBoolean()).isTrue();
  }

  @Test
  void aRunWithoutASuccessfulRequestHasNoFigures() throws IOException {
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
    AggregateDocuments.write(Aggregate.of(List.of(runs), terms), layout().aggregate().folder());
    return MAPPER.readTree(layout().aggregateJson().toFile());
  }

  /** A run with a latency. */
  private RunOutcome ran(String label, String latency) throws IOException {
    Path file = folder.resolve(label + ".json");
    Files.writeString(
        file,
        """
        {"schema_version": "1.0",
         "request_count": {"unit": "requests", "avg": 10},
         "request_latency": {"unit": "ms", %s},
         "input_config": {"endpoint": {}}}\
        """
            .formatted(latency));
    return RunOutcomeFile.read(label, file);
  }

  private ExportLayout layout() {
    return new ExportLayout(folder);
  }
}
