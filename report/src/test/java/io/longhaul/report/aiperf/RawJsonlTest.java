package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.kept.Header;
import io.longhaul.kept.KeptExchange;
import io.longhaul.kept.RawExchange;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawJsonlTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String RUN = "run";
  private static final String LANE = "g0.1.0.p";
  private static final String OTHER_LANE = "g1.1.0.p";

  @TempDir Path folder;
  private ExportLayout layout;
  private FakePipeline pipeline;
  private List<String> remarks;

  @BeforeEach
  void anEmptyFolder() throws IOException {
    layout = new ExportLayout(folder.resolve("out"));
    pipeline = new FakePipeline(layout.lake(), RUN);
    Files.createDirectories(layout.kept());
  }

  @Test
  void aLineContainsThePayloadAndEveryMessageOfTheResponse() throws IOException {
    pipeline.with(aRequest(RUN, "a", 100, 500).setPlanIndex(3));
    keep(
        LANE,
        3,
        "{\"messages\": [], \"temperature\": 0.10}",
        "text/event-stream; charset=utf-8",
        "data: {\"choices\": []}\n\n",
        ": ping\n\ndata: [DONE]\n\n");

    String text = line();

    assertThat(MAPPER.readTree(text))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"metadata": %s, "start_perf_ns": %d,
                 "request_headers": {"Authorization": "<redacted>"}, "status": 200,
                 "responses": [
                   {"perf_ns": %d, "packets": [{"name": "data", "value": "{\\"choices\\": []}"}]},
                   {"perf_ns": %d, "packets": [{"name": "comment", "value": "ping"}]},
                   {"perf_ns": %d, "packets": [{"name": "data", "value": "[DONE]"}]}],
                 "payload": {"messages": [], "temperature": 0.1}}\
                """
                    .formatted(metadataOfRecords(), at(100), at(0), at(1), at(1))));
    assertThat(text)
        .as("the payload comes last, to the byte")
        .endsWith(",\"payload\":{\"messages\": [], \"temperature\": 0.10}}");
    assertThat(remarks).isEmpty();
  }

  @Test
  void aResponseThatIsNotStreamedIsOneText() throws IOException {
    pipeline.with(anError(RUN, "e", 100, 300).setReason("http_503"));
    keep(LANE, 0, "{}", "application/json", "{\"error\":", " \"busy\"}");

    JsonNode line = MAPPER.readTree(line());

    assertThat(line.path("responses"))
        .isEqualTo(
            MAPPER.readTree(
                """
                [{"perf_ns": %d, "text": "{\\"error\\": \\"busy\\"}",
                  "content_type": "application/json"}]\
                """
                    .formatted(at(1))));
    assertThat(line.path("status").intValue()).isEqualTo(503);
    assertThat(line.at("/error/type").textValue()).isEqualTo("http_503");
  }

  @Test
  void aRequestWithoutAResponseHasNoResponses() throws IOException {
    pipeline.with(anError(RUN, "e", 100, 300).setStatus(null).setReason("connect_failed"));
    keep(LANE, 0, "{}", "");

    JsonNode line = MAPPER.readTree(line());

    assertThat(line.path("responses")).isEmpty();
    assertThat(line.has("status")).isFalse();
    assertThat(line.path("payload")).isEmpty();
    assertThat(line.has("payload")).isTrue();
  }

  @Test
  void exchangesAreFoundByLaneAndPlanIndexInAnyOrder() throws IOException {
    for (int i = 0; i < 4; i++) {
      String lane = i % 2 == 0 ? LANE : OTHER_LANE;
      pipeline.with(
          aRequest(RUN, "r" + i, 10L * i, 500).setPlanIndex(i).setLaneId(lane).setTurnIndex(0));
    }
    keep(OTHER_LANE, 3, "{\"ask\": 3}", "");
    keep(LANE, 2, "{\"ask\": 2}", "");
    keep(OTHER_LANE, 1, "{\"ask\": 1}", "");
    keep(LANE, 0, "{\"ask\": 0}", "");

    assertThat(lines())
        .hasSize(4)
        .allSatisfy(
            line ->
                assertThat(line.at("/payload/ask").longValue())
                    .isEqualTo(line.at("/metadata/session_num").longValue()));
    assertThat(layout.kept()).as("joined, and so not needed any more").doesNotExist();
  }

  @Test
  void missingContentIsReportedAndItsLineHasNoPayload() throws IOException {
    pipeline
        .with(aRequest(RUN, "cut", 0, 400).setPlanIndex(5))
        .with(aRequest(RUN, "dropped", 0, 500).setPlanIndex(1))
        .with(aRequest(RUN, "elsewhere", 0, 600).setPlanIndex(0).setLaneId("g7.1.0.p"));
    keep(LANE, 5, "{}", "");
    Path file = layout.kept().resolve(StoredExchangeFile.nameOf(LANE));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 20));

    assertThat(lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line.has("payload")).isFalse())
        .allSatisfy(line -> assertThat(line.path("responses").isArray()).isTrue());
    assertThat(remarks)
        .containsExactly(
            "Of 3 requests neither payload nor responses are in profile_export_raw.jsonl: their"
                + " generator was lost, or had no space for them (see its log)");
  }

  @Test
  void theStoredContentOfARunInProgressIsNotDeleted() throws IOException {
    pipeline.with(aRequest(RUN, "a", 0, 400));
    keep(LANE, 0, "{}", "");
    Lake running = pipeline.crashedAfter(pipeline.slicesUpTo(at(1000)));

    write(running);

    assertThat(Files.readAllLines(layout.rawJsonl())).hasSize(1);
    assertThat(layout.kept()).isNotEmptyDirectory();
  }

  private void keep(
      String lane, long planIndex, String payload, String contentType, String... parts)
      throws IOException {
    List<Integer> ends = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    int end = 0;
    for (String part : parts) {
      end += part.length();
      ends.add(end);
      times.add(at(times.size()));
    }
    RawExchange raw =
        new RawExchange(
            List.of(new Header("Authorization", "<redacted>")),
            ByteBuffer.wrap(payload.getBytes(UTF_8)),
            contentType,
            ByteBuffer.wrap(String.join("", parts).getBytes(UTF_8)),
            ends,
            times);
    new StoredRecords(layout.kept()).add(lane, planIndex, new KeptExchange("id", raw, null));
  }

  private JsonNode metadataOfRecords() throws IOException {
    return MAPPER.readTree(layout.recordsJsonl().toFile()).path("metadata");
  }

  private String line() throws IOException {
    write(pipeline.finished(at(1000)));
    List<String> lines = Files.readAllLines(layout.rawJsonl());
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  private List<JsonNode> lines() throws IOException {
    write(pipeline.finished(at(1000)));
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(layout.rawJsonl())) {
      lines.add(MAPPER.readTree(line));
    }
    return lines;
  }

  private void write(Lake lake) throws IOException {
    remarks = RunDocuments.write(RunReport.read(lake, RUN), lake, layout, ExportLevel.RAW);
  }
}
