package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsJsonlTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String RUN = "run";

  /** Minutes from the run's start, 03:04:05, to the next hour. */
  private static final long TO_THE_NEXT_HOUR_MS = 56 * 60_000;

  @TempDir Path folder;
  private ExportLayout layout;

  @BeforeEach
  void anEmptyFolder() throws IOException {
    layout = new ExportLayout(folder.resolve("out"));
    Files.createDirectories(layout.folder());
  }

  @Test
  void aRequestHasMetadataAndItsMetricsInDisplayUnits() throws IOException {
    JsonNode line =
        only(
            aRequest(RUN, "a", 100, 500)
                .setHandedEpochNs(at(90))
                .setConnectStartedEpochNs(at(95))
                .setConnectedEpochNs(at(97))
                .setConnectionReused(false)
                .setPlanIndex(7)
                .setBytesSent(512)
                .setUsagePromptTokens(12)
                .setGood(true));

    assertThat(line.path("metadata"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"session_num": 7, "x_request_id": "a", "x_correlation_id": "c",
                 "conversation_id": "session_000000", "turn_index": 0,
                 "credit_issued_ns": %d, "request_start_ns": %d, "request_ack_ns": %d,
                 "request_end_ns": %d, "worker_id": "g0", "record_processor_id": "g0.1.0.p",
                 "benchmark_phase": "profiling", "phase_index": 0, "profiling_index": 0,
                 "phase_name": "profiling", "phase_kind": "profiling", "was_cancelled": false,
                 "context_overflow_skip": false, "agent_depth": 0,
                 "root_correlation_id": "c"}\
                """
                    .formatted(at(90), at(95), at(300), at(500))));
    assertThat(line.path("metrics"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"time_to_first_token": {"value": 200.0, "unit": "ms"},
                 "time_to_second_token": {"value": 200.0, "unit": "ms"},
                 "time_to_first_output_token": {"value": 200.0, "unit": "ms"},
                 "request_latency": {"value": 400.0, "unit": "ms"},
                 "decode_duration": {"value": 200.0, "unit": "ms"},
                 "inter_token_latency": {"value": 200.0, "unit": "ms"},
                 "inter_chunk_latency": {"value": [200.0], "unit": "ms"},
                 "output_token_throughput_per_user":
                   {"value": 66.666667, "unit": "tokens/sec/user"},
                 "e2e_output_token_throughput": {"value": 5.0, "unit": "tokens/sec/user"},
                 "prefill_throughput_per_user": {"value": 250.0, "unit": "tokens/sec/user"},
                 "output_sequence_length": {"value": 2, "unit": "tokens"},
                 "input_sequence_length": {"value": 10, "unit": "tokens"},
                 "output_token_count": {"value": 2, "unit": "tokens"},
                 "osl_mismatch_diff_pct": {"value": -33.333333, "unit": "%"},
                 "usage_prompt_tokens": {"value": 12, "unit": "tokens"},
                 "usage_prompt_tokens_diff_pct": {"value": 20.0, "unit": "%"},
                 "good_request_count": {"value": 1, "unit": "requests"},
                 "http_req_blocked": {"value": 0.0, "unit": "ms"},
                 "http_req_connecting": {"value": 2.0, "unit": "ms"},
                 "http_req_sending": {"value": 0.0, "unit": "ms"},
                 "http_req_waiting": {"value": 200.0, "unit": "ms"},
                 "http_req_receiving": {"value": 200.0, "unit": "ms"},
                 "http_req_connection_reused": {"value": 0.0, "unit": "ratio"},
                 "http_req_data_sent": {"value": 0.5, "unit": "KB"},
                 "http_req_chunks_sent": {"value": 1, "unit": "count"},
                 "http_req_data_received": {"value": 0.29296875, "unit": "KB"},
                 "http_req_chunks_received": {"value": 3, "unit": "count"},
                 "http_req_connection_overhead": {"value": 2.0, "unit": "ms"},
                 "http_req_duration": {"value": 400.0, "unit": "ms"},
                 "http_req_total": {"value": 402.0, "unit": "ms"}}\
                """));
    assertThat(line.has("error")).isFalse();
  }

  @Test
  void aFailedRequestHasItsErrorAndTheMetricsOfErrorsOnly() throws IOException {
    JsonNode line = only(anError(RUN, "e", 100, 300).setReason("http_503"));

    assertThat(line.path("metrics"))
        .isEqualTo(MAPPER.readTree("{\"error_isl\": {\"value\": 10, \"unit\": \"tokens\"}}"));
    assertThat(line.path("error"))
        .isEqualTo(
            MAPPER.readTree("{\"code\": 503, \"type\": \"http_503\", \"message\": \"busy\"}"));
    assertThat(line.at("/metadata/request_end_ns").longValue()).isEqualTo(at(300));
  }

  @Test
  void aCancelledRequestHasNoMetrics() throws IOException {
    JsonNode line =
        only(anError(RUN, "c", 100, 300).setOutcome("cancelled").setCancelledEpochNs(at(150)));

    assertThat(line.path("metrics")).isEqualTo(MAPPER.readTree("{}"));
    assertThat(line.at("/metadata/was_cancelled").booleanValue()).isTrue();
    assertThat(line.at("/metadata/cancellation_time_ns").longValue()).isEqualTo(at(150));
    assertThat(line.path("error"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"code": 499, "type": "RequestCancellationError",
                 "message": "Request cancelled 0.050s after being sent"}\
                """));
  }

  @Test
  void requestsInFlightAtTheEndAndLostRequestsHaveLines() throws IOException {
    List<JsonNode> lines =
        lines(
            new FakePipeline(folder.resolve("lake"), RUN)
                .with(anError(RUN, "f", 100, 300).setOutcome("in_flight_at_stop").setReason("x"))
                .with(anError(RUN, "l", 100, 300).setOutcome("lost").setStatus(null)));

    assertThat(lines)
        .extracting(line -> line.at("/error/type").textValue())
        .containsExactly("in_flight_at_stop", "lost");
    assertThat(lines)
        .extracting(line -> line.at("/metadata/was_cancelled").booleanValue())
        .containsExactly(true, false);
    assertThat(lines).allSatisfy(line -> assertThat(line.path("metrics")).isEmpty());
  }

  @Test
  void aResponseWithoutContentIsAnError() throws IOException {
    JsonNode line =
        only(anError(RUN, "e", 100, 300).setOutcome("ok").setStatus(200).setReason(null));

    assertThat(line.at("/error/type").textValue()).isEqualTo("InvalidInferenceResultError");
    assertThat(line.path("metrics").has("error_isl")).isTrue();
  }

  @Test
  void anErrorWithoutContentHasTheTypeThatAiperfGivesItAndNoCode() throws IOException {
    JsonNode line =
        only(
            anError(RUN, "e", 100, 300)
                .setOutcome("protocol_error")
                .setStatus(200)
                .setReason("no_content")
                .setMessage("It begins: x"));

    assertThat(line.path("error"))
        .isEqualTo(
            MAPPER.readTree(
                "{\"type\": \"InvalidInferenceResultError\", \"message\": \"It begins: x\"}"));
  }

  @Test
  void requestsOfTheWarmUpAreIncludedWithTheirPhase() throws IOException {
    List<JsonNode> lines =
        lines(
            new FakePipeline(folder.resolve("lake"), RUN)
                .with(aRequest(RUN, "w", -900, -400).setPhase("warmup"))
                .with(aRequest(RUN, "a", 0, 400))
                .warmedUpBy(1));

    assertThat(lines)
        .extracting(line -> line.at("/metadata/phase_kind").textValue())
        .containsExactly("warmup", "profiling");
    assertThat(lines)
        .extracting(line -> line.at("/metadata/phase_index").intValue())
        .containsExactly(0, 1);
    assertThat(lines)
        .extracting(line -> line.path("metadata").has("profiling_index"))
        .containsExactly(false, true);
  }

  @Test
  void aRequestWithATimestampThatWentBackwardsHasNoGaps() throws IOException {
    JsonNode line = only(aRequest(RUN, "a", 0, 100).setChunkAfterStartNs(List.of(5L, 15L, 14L)));

    assertThat(line.path("metrics").has("inter_chunk_latency")).isFalse();
    assertThat(line.path("metrics").has("request_latency")).isTrue();
  }

  @Test
  void linesContainHttpPhaseTimingsOnRequest() throws IOException {
    layout =
        new ExportLayout(
            layout.folder(), ExportLayout.DEFAULT_PREFIX, EnumSet.of(OptionalExport.HTTP_TRACE));
    long sent = at(10);
    JsonNode trace =
        only(aRequest(RUN, "a", 10, 400)
                .setConnectionReused(false)
                .setConnectStartedEpochNs(at(4))
                .setConnectedEpochNs(at(9))
                .setSentEpochNs(sent)
                .setWrittenEpochNs(sent + 2)
                .setHeadersEpochNs(sent + 5)
                .setFirstByteEpochNs(sent + 5)
                .setEndedEpochNs(sent + 105)
                .setStatus(200)
                .setBytesSent(317)
                .setBytesReceived(3191)
                .setReads(17))
            .path("trace_data");

    assertThat(trace)
        .isEqualTo(
            MAPPER.readTree(
                """
                {"trace_type": "aiohttp", "request_send_start_ns": %1$d, "request_chunks": [],
                 "request_send_end_ns": %2$d, "request_chunks_count": 1, "request_bytes_total": 317,
                 "response_status_code": 200, "response_receive_start_ns": %3$d,
                 "response_headers_received_ns": %3$d, "response_chunks": [],
                 "response_chunks_count": 17, "response_bytes_total": 3191,
                 "response_receive_end_ns": %4$d, "tcp_connect_start_ns": %5$d,
                 "tcp_connect_end_ns": %6$d, "sending_ns": 2, "waiting_ns": 3,
                 "receiving_ns": 100, "duration_ns": 105, "connecting_ns": 5000000}\
                """
                    .formatted(sent, sent + 2, sent + 5, sent + 105, at(4), at(9))));
  }

  @Test
  void afterACrashRequestsAfterTheLastSliceAreExcluded() throws IOException {
    FakePipeline pipeline =
        new FakePipeline(folder.resolve("lake"), RUN)
            .with(aRequest(RUN, "a", 0, 400))
            .with(aRequest(RUN, "b", 900, 1500));
    Lake crashed = pipeline.crashedAfter(pipeline.slicesUpTo(at(1000)));

    assertThat(ids(write(crashed, Long.MAX_VALUE))).containsExactly("a");
  }

  @Test
  void filesOfTheLakeAreReadInTheOrderOfTheirFirstRequests() throws IOException {
    Lake lake =
        new FakePipeline(folder.resolve("lake"), RUN)
            .with(aRequest(RUN, "late", 900, 1500))
            .with(aRequest(RUN, "straggler", 0, 300))
            .with(aRequest(RUN, "early", 0, 400))
            .with(aRequest(RUN, "middle", 0, 800))
            .finished(at(2000));

    assertThat(ids(write(lake, 4))).containsExactly("early", "middle", "late", "straggler");
  }

  @Test
  void manyRequestsAreSplitByHourAndLateOnesGoToTheCurrentFile() throws IOException {
    Lake lake = fourRequestsInTwoHours();

    write(lake, 3);

    assertThat(names())
        .containsExactly(
            "profile_export.2026-01-02T03.jsonl", "profile_export.2026-01-02T04.jsonl");
    assertThat(ids(layout.folder().resolve("profile_export.2026-01-02T03.jsonl")))
        .containsExactly("a", "b");
    assertThat(ids(layout.folder().resolve("profile_export.2026-01-02T04.jsonl")))
        .containsExactly("c", "straggler");
  }

  @Test
  void filesOfAnEarlierWriteAreDeleted() throws IOException {
    Lake lake = fourRequestsInTwoHours();
    Files.writeString(layout.folder().resolve("profile_export.notes.jsonl"), "mine");

    write(lake, 4);
    assertThat(names()).containsExactly("profile_export.jsonl", "profile_export.notes.jsonl");
    write(lake, 3);
    assertThat(names())
        .containsExactly(
            "profile_export.2026-01-02T03.jsonl",
            "profile_export.2026-01-02T04.jsonl",
            "profile_export.notes.jsonl");
    write(lake, 4);
    assertThat(names()).containsExactly("profile_export.jsonl", "profile_export.notes.jsonl");
  }

  private Lake fourRequestsInTwoHours() throws IOException {
    return new FakePipeline(folder.resolve("lake"), RUN)
        .with(aRequest(RUN, "a", 0, 300))
        .with(aRequest(RUN, "b", 0, 400))
        .with(aRequest(RUN, "c", 0, TO_THE_NEXT_HOUR_MS))
        .with(aRequest(RUN, "straggler", 0, 500))
        .finished(at(1000));
  }

  private JsonNode only(io.longhaul.export.RequestRow.Builder request) throws IOException {
    List<JsonNode> lines = lines(new FakePipeline(folder.resolve("lake"), RUN).with(request));
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  private List<JsonNode> lines(FakePipeline pipeline) throws IOException {
    return read(write(pipeline.finished(at(1000)), Long.MAX_VALUE));
  }

  private Path write(Lake lake, long mostInOneFile) throws IOException {
    RunReport report = RunReport.read(lake, RUN);
    RecordJson record =
        RecordJson.of(report.run(), layout.also().contains(OptionalExport.HTTP_TRACE));
    new RequestLines(new ReportedRequests(report, lake), layout.recordsJsonl(), record::write)
        .write(mostInOneFile);
    return layout.recordsJsonl();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(layout.folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> ids(Path file) throws IOException {
    return read(file).stream().map(line -> line.at("/metadata/x_request_id").textValue()).toList();
  }

  private static List<JsonNode> read(Path file) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(MAPPER.readTree(line));
    }
    return lines;
  }
}
