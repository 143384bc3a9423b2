package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.kept.KeptExchange;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputsJsonTest {
  private static final String RUN = "run";
  private static final String LANE = "g0.1.0.p";

  @TempDir Path folder;
  private ExportLayout layout;
  private FakePipeline pipeline;
  private StoredRecords kept;

  @BeforeEach
  void anEmptyFolder() throws IOException {
    layout = new ExportLayout(folder.resolve("out"), "foo", Set.of(OptionalExport.OUTPUTS_JSON));
    pipeline = new FakePipeline(layout.lake(), RUN);
    kept = new StoredRecords(Files.createDirectories(layout.kept()));
  }

  @Test
  void anEntryIsTheTextOfAResponseWithItsMetrics() throws IOException {
    pipeline.with(aRequest(RUN, "a", 100, 500).setPlanIndex(3));
    kept.add(LANE, 3, text(" tok ü"));

    assertThat(write()).isEmpty();

    assertThat(layout.outputsJson())
        .content()
        .isEqualTo(
            """
            {
              "schema_version": "1.0",
              "data": [
                {
                  "session_num": 3,
                  "conversation_id": "session_000000",
                  "turn_index": 0,
                  "x_request_id": "a",
                  "request_start_ns": %d,
                  "request_end_ns": %d,
                  "metrics": {
                    "input_sequence_length": 10,
                    "output_token_count": 2,
                    "output_sequence_length": 2,
                    "request_latency": 400.0,
                    "time_to_first_token": 200.0,
                    "inter_token_latency": 200.0
                  },
                  "response_text": " tok ü"
                }
              ]
            }\
            """
                .formatted(at(100), at(500)));
  }

  @Test
  void entriesAreInTheOrderOfThePlanWithoutTheWarmUp() throws IOException {
    for (int planIndex : new int[] {7, 2, 30, 0}) {
      pipeline.with(aRequest(RUN, "r" + planIndex, 0, 500).setPlanIndex(planIndex));
      kept.add(LANE, planIndex, text("answer " + planIndex));
    }
    pipeline.with(aRequest(RUN, "w", -900, -400).setPhase("warmup")).warmedUpBy(1);

    write();

    assertThat(data())
        .extracting(entry -> entry.path("response_text").textValue())
        .containsExactly("answer 0", "answer 2", "answer 7", "answer 30");
    assertThat(names()).containsExactlyInAnyOrder("outputs.json", "foo.json", "foo.csv");
  }

  @Test
  void aFailedOrEmptyResponseHasANullText() throws IOException {
    pipeline
        .with(anError(RUN, "failed", 0, 300).setPlanIndex(0))
        .with(aRequest(RUN, "silent", 0, 400).setPlanIndex(1))
        .with(aRequest(RUN, "notKept", 0, 500).setPlanIndex(2));
    kept.add(LANE, 0, text("half an ans"));
    kept.add(LANE, 1, text(""));

    assertThat(write())
        .containsExactly(
            "Of 1 requests no text is in outputs.json: their generator was lost, or had no space"
                + " for them (see its log)");
    assertThat(data()).hasSize(3).allMatch(entry -> entry.path("response_text").isNull());
    assertThat(data().get(0).path("metrics")).isEmpty();
  }

  private static KeptExchange text(String text) {
    return new KeptExchange("id", null, text);
  }

  private List<String> write() throws IOException {
    Lake lake = pipeline.finished(at(1000));
    return RunDocuments.write(RunReport.read(lake, RUN), lake, layout, ExportLevel.SUMMARY);
  }

  private List<JsonNode> data() throws IOException {
    JsonNode data = new ObjectMapper().readTree(layout.outputsJson().toFile()).path("data");
    return Stream.iterate(0, i -> i < data.size(), i -> i + 1).map(data::get).toList();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(layout.folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("foo") || name.contains("outputs"))
          .filter(name -> !name.contains("timeslices"))
          .toList();
    }
  }
}
