package io.longhaul.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ExitCode;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every endpoint, streamed where it can be, from its command line to {@code requests} in Parquet: a
 * real broker, a real job, and for each a generator and a mock server that holds every body against
 * the endpoint's schema. Row by row it is what the server wrote down of the request, and of what
 * kind it is, the table in {@code docs/compatibility.md} says.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(180)
class EveryEndpointIT {
  private static final int REQUESTS = 6;

  /** Every third request is rejected. */
  private static final int REFUSED = 503;

  private static final int TOKENS = 6;

  /** On two cores more of them only wait for each other. */
  private static final int AT_ONCE = 6;

  /** The wall clock is read twice, by the generator and here. */
  private static final long EARLY_NANOS = 5_000_000;

  /** Other tests may keep the machine busy. */
  private static final long LATE_NANOS = 2_000_000_000;

  /** Bytes of a request's headers and frames; HTTP/2 compresses repeated headers to one byte. */
  private static final long LEAST_HEAD_BYTES = 20;

  private static final long MOST_HEAD_BYTES = 1_000;

  private static final long EPOCH_OF_NANO_TIME = epochOfNanoTime();

  private static final String CHAT = "/v1/chat/completions";

  /**
   * How requests to an endpoint are built.
   *
   * @param inputTokens tokens of each request; null if not counted
   * @param images images of each request; null for none
   * @param words additional command-line arguments
   */
  private record Expected(Long inputTokens, Long images, List<String> words) {
    Expected with(String... more) {
      return new Expected(
          inputTokens, images, Stream.concat(words.stream(), Stream.of(more)).toList());
    }

    Expected withImage() {
      return new Expected(inputTokens, 1L, words)
          .with("--image-width-mean", "8", "--image-height-mean", "6");
    }
  }

  private static final Expected NO_TEXT = new Expected(null, null, List.of());
  private static final Expected TEXT =
      new Expected(12L, null, List.of("--tokenizer", "builtin", "--isl", "12"));
  private static final Expected TEXT_FOR_TEXT = TEXT.with("--osl", Integer.toString(TOKENS));

  /** A query of 5 tokens and three passages of 9. */
  private static final Expected RANKING =
      new Expected(
          5L + 3 * 9,
          null,
          List.of(
              "--tokenizer",
              "builtin",
              "--rankings-query-prompt-token-mean",
              "5",
              "--rankings-passages-prompt-token-mean",
              "9",
              "--rankings-passages-mean",
              "3"));

  private static final Map<String, Expected> EXPECTED =
      Map.ofEntries(
          entry("chat", TEXT_FOR_TEXT),
          entry("completions", TEXT_FOR_TEXT),
          entry("embeddings", TEXT),
          entry("nim_embeddings", TEXT),
          entry("chat_embeddings", TEXT.withImage()),
          entry("nvclip", TEXT.withImage()),
          entry("nim_rankings", RANKING),
          entry("cohere_rankings", RANKING),
          entry("hf_tei_rankings", RANKING),
          entry("huggingface_generate", TEXT_FOR_TEXT),
          entry("triton_generate", TEXT_FOR_TEXT),
          entry("kserve", TEXT_FOR_TEXT),
          entry("kserve_unary", TEXT_FOR_TEXT.with("--backend", "vllm")),
          entry("kserve_http", TEXT_FOR_TEXT),
          entry("dynamic_grpc", NO_TEXT.with("--input-file", "calls.jsonl")),
          entry("responses", TEXT_FOR_TEXT),
          entry("messages", TEXT_FOR_TEXT),
          entry("image_generation", TEXT),
          entry("image_edit", TEXT.withImage()),
          entry("image_retrieval", NO_TEXT.withImage()),
          entry(
              "audio_transcription",
              NO_TEXT.with("--audio-length-mean", "0.1", "--audio-sample-rates", "8")),
          entry("solido_rag", TEXT_FOR_TEXT),
          entry(
              "raw",
              new Expected(2L, null, List.of("--tokenizer", "builtin"))
                  .with("--endpoint", CHAT, "--input-file", "bodies.jsonl")),
          entry(
              "template",
              TEXT_FOR_TEXT
                  .with("--endpoint", CHAT)
                  .with("--extra-inputs", "payload_template:template.json")));

  /** A body of chat. */
  private static final String BODY =
      """
      {"payload": {"model": "mock-model", "messages": [{"role": "user", "content": "a b"}],
       "stream": %s, "stream_options": {"include_usage": true}}}\
      """;

  private static final String TEMPLATE =
      """
      {"model": {{ model|tojson }}, "messages": [{"role": "user", "content": {{ text|tojson }}}],
       "stream": {{ stream|tojson }}, "stream_options": {"include_usage": true}}\
      """;

  /** A message of KServe's. */
  private static final String CALL =
      """
      {"payload": {"modelName": "mock-model", "inputs": [
       {"name": "text_input", "datatype": "BYTES", "shape": [1, 1], "contents": {"bytesContents": ["YSBi"]}},
       {"name": "max_tokens", "datatype": "INT32", "shape": [1, 1], "contents": {"intContents": [6]}},
       {"name": "stream", "datatype": "BOOL", "shape": [1, 1], "contents": {"boolContents": [%s]}}]}}\
      """;

  /** An endpoint with or without streaming. */
  private record Mode(EndpointRow endpoint, boolean streamed) {
    String method() {
      return "inference.GRPCInferenceService/" + (streamed ? "ModelStreamInfer" : "ModelInfer");
    }

    String path() {
      String path = streamed ? endpoint.streamedPath() : endpoint.path();
      return path.isEmpty()
          ? CHAT
          : path.replace("{model}", "mock-model").replace("{method}", method());
    }

    boolean isGrpc() {
      return path().contains("GRPC");
    }

    @Override
    public String toString() {
      return endpoint.name() + (streamed ? ", streamed" : "");
    }
  }

  /** A run and the requests that its server received. */
  private record Carried(SharedPipeline.EndedRun run, List<LoggedRequest> seen) {}

  private final Map<Mode, Carried> carried = new LinkedHashMap<>();
  private List<LakeRow> rows;

  static List<Mode> everyEndpoint() throws IOException {
    return EndpointRow.all().stream()
        .map(endpoint -> new Mode(endpoint, endpoint.streams()))
        .toList();
  }

  @BeforeAll
  void runAllEndpoints(@TempDir Path folder) throws Exception {
    ExecutorService places = Executors.newFixedThreadPool(AT_ONCE);
    try (SharedPipeline ground = SharedPipeline.start(folder)) {
      Map<Mode, Future<Carried>> runs = new LinkedHashMap<>();
      for (Mode mode : everyEndpoint()) {
        Path own = Files.createDirectory(folder.resolve(mode.toString().replace(", ", "-")));
        runs.put(mode, places.submit(() -> execute(ground, mode, own)));
      }
      for (Map.Entry<Mode, Future<Carried>> run : runs.entrySet()) {
        carried.put(run.getKey(), run.getValue().get());
      }
      rows = LakeRow.allOf(ground.lake(), "requests");
    } finally {
      places.shutdownNow();
    }
  }

  private static Carried execute(SharedPipeline ground, Mode mode, Path folder) throws Exception {
    Path truth = folder.resolve("truth.jsonl");
    SharedPipeline.EndedRun run;
    try (MockServer server =
        MockServer.start(
            MockServerOptions.builder()
                .timeToFirstToken("30ms")
                .interTokenLatency("5ms")
                .outputTokens(Integer.toString(TOKENS))
                .fault("every 3: status " + REFUSED)
                .truthLog(truth)
                .build())) {
      run = ground.execute(words(mode, folder, server));
    }
    return new Carried(run, LoggedRequest.allOf(truth));
  }

  private static List<String> words(Mode mode, Path folder, MockServer server) throws IOException {
    String stream = Boolean.toString(mode.streamed());
    Files.write(
        folder.resolve("bodies.jsonl"), Collections.nCopies(REQUESTS, oneLine(BODY, stream)));
    Files.write(
        folder.resolve("calls.jsonl"), Collections.nCopies(REQUESTS, oneLine(CALL, stream)));
    Files.writeString(folder.resolve("template.json"), TEMPLATE);
    List<String> words =
        new ArrayList<>(
            List.of("--model", "mock-model", "--endpoint-type", mode.endpoint().name()));
    for (String word : EXPECTED.get(mode.endpoint().name()).words()) {
      words.add(word.replaceFirst("\\w+\\.jsonl?$", folder + "/$0"));
    }
    if (mode.endpoint().name().equals("dynamic_grpc")) {
      words.addAll(List.of("--grpc-method", mode.method()));
    }
    if (mode.streamed()) {
      words.add("--streaming");
    }
    words.addAll(List.of("--url", "http://127.0.0.1:" + server.llmPort()));
    words.addAll(List.of("--request-count", Integer.toString(REQUESTS), "--concurrency", "2"));
    words.addAll(List.of("--rehearsal-requests", "0", "--no-gpu-telemetry"));
    words.addAll(List.of("--no-server-metrics", "--artifact-dir", folder.resolve("out") + ""));
    return words;
  }

  private static String oneLine(String text, String stream) {
    return text.replace("\n", "").formatted(stream);
  }

  @Test
  void theRegistryTheDocsAndThisTestKnowTheSameEndpoints() throws IOException {
    List<String> registered = Endpoints.all().stream().map(EndpointType::typedName).toList();

    assertThat(EndpointRow.all()).extracting(EndpointRow::name).isEqualTo(registered);
    assertThat(EXPECTED.keySet()).containsExactlyInAnyOrderElementsOf(registered);
  }

  @ParameterizedTest
  @MethodSource("everyEndpoint")
  void theServerAcceptsEveryBodyAndRowsMatchItsLog(Mode mode) {
    Carried way = carried.get(mode);
    List<LakeRow> requests =
        rows.stream().filter(row -> row.text("run_id").equals(way.run().runId())).toList();

    assertThat(way.run().exitCode()).as(way.run().messages()).isEqualTo(ExitCode.DONE);
    assertThat(way.seen()).hasSize(REQUESTS);
    assertThat(way.seen()).filteredOn(seen -> seen.field("status").equals("200")).hasSize(4);
    assertThat(requests).hasSize(REQUESTS);
    for (LoggedRequest seen : way.seen()) {
      assertThat(seen.field("path")).isEqualTo(mode.path());
      assertThat(seen.field("stream")).isEqualTo(Boolean.toString(mode.streamed()));
      LakeRow row =
          requests.stream()
              .filter(each -> each.text("request_id").equals(seen.field("request_id")))
              .findAny()
              .orElseThrow();
      assertSent(row, seen, mode);
      if (seen.field("outcome").equals("complete")) {
        assertAnswered(row, seen, mode);
      } else {
        assertRefused(row, seen, mode);
      }
    }
  }

  private static void assertSent(LakeRow row, LoggedRequest seen, Mode mode) {
    Expected expected = EXPECTED.get(mode.endpoint().name());
    assertThat(row.text("correlation_id")).isEqualTo(seen.field("correlation_id"));
    assertThat(row.text("model")).isEqualTo("mock-model");
    assertThat(row.number("retries")).isZero();
    assertThat(row.number("input_tokens")).isEqualTo(expected.inputTokens());
    assertThat(row.number("images")).isEqualTo(expected.images());
    if (expected.inputTokens() != null) {
      // The server counts words, of which some are several tokens.
      assertThat(seen.number("prompt_tokens")).isBetween(1L, expected.inputTokens());
    }
    assertThat(row.number("bytes_sent") - seen.number("body_bytes"))
        .isBetween(LEAST_HEAD_BYTES, MOST_HEAD_BYTES);
    assertSoonAfter(row.number("sent_epoch_ns"), epoch(seen.receivedNanos()));
    assertSoonAfter(epoch(seen.finishedNanos()), row.number("ended_epoch_ns"));
  }

  private static void assertAnswered(LakeRow row, LoggedRequest seen, Mode mode) {
    EndpointRow endpoint = mode.endpoint();
    assertThat(row.text("outcome")).as(row.text("message")).isEqualTo("ok");
    assertThat(row.number("status")).isEqualTo(seen.number("status"));
    long[] chunks = row.numbers("chunk_after_start_ns").toArray();
    long[] writes = writes(seen, mode);
    assertThat(chunks).hasSameSizeAs(writes);
    long started =
        row.has("connect_started_epoch_ns")
            ? row.number("connect_started_epoch_ns")
            : row.number("sent_epoch_ns");
    for (int i = 0; i < chunks.length; i++) {
      assertSoonAfter(epoch(writes[i]), started + chunks[i]);
    }
    // It ends with the last content; the end marker of a stream is not content.
    assertThat(row.number("request_latency_ns"))
        .isBetween(chunks[chunks.length - 1], row.number("ended_epoch_ns") - started);
    assertThat(row.number("output_tokens"))
        .isEqualTo(endpoint.tokens() ? (Long) seen.number("output_tokens") : null);
    // If a response arrives in two pieces, a token may be split between them.
    assertThat(row.numbers("chunk_tokens").sum() + row.number("token_correction"))
        .isEqualTo(endpoint.tokens() ? seen.number("output_tokens") : 0);
    assertThat(row.number("time_to_first_token_ns"))
        .isEqualTo(endpoint.tokens() && mode.streamed() ? (Long) chunks[0] : null);
    assertThat(row.number("usage_prompt_tokens"))
        .isEqualTo(endpoint.usage() ? (Long) seen.number("prompt_tokens") : null);
    if (endpoint.tokens()) {
      assertThat(row.number("usage_completion_tokens"))
          .isEqualTo(endpoint.usage() ? (Long) seen.number("output_tokens") : null);
    }
  }

  /** Returns the times at which the server wrote each part of a response. */
  private static long[] writes(LoggedRequest seen, Mode mode) {
    LongStream writes = LongStream.of(seen.writeNanos());
    // Here the finished image comes with the end of the answer.
    return mode.endpoint().name().equals("image_generation") && mode.streamed()
        ? LongStream.concat(writes, LongStream.of(seen.finishedNanos())).toArray()
        : writes.toArray();
  }

  private static void assertRefused(LakeRow row, LoggedRequest seen, Mode mode) {
    assertThat(seen.number("status")).as("by the script, not for its body").isEqualTo(REFUSED);
    assertThat(row.text("outcome")).isEqualTo(mode.isGrpc() ? "stream_error" : "http_error");
    assertThat(row.number("status")).isEqualTo(mode.isGrpc() ? 200 : REFUSED);
    assertThat(row.text("reason")).isEqualTo(mode.isGrpc() ? "grpc_unavailable" : "http_503");
    assertThat(row.numbers("chunk_after_start_ns")).isEmpty();
    assertThat(row.number("output_tokens")).isEqualTo(mode.endpoint().tokens() ? 0L : null);
    assertThat(row.has("request_latency_ns")).isFalse();
    assertThat(row.has("usage_prompt_tokens")).isFalse();
  }

  private static void assertSoonAfter(long epochNanos, long laterEpochNanos) {
    assertThat(laterEpochNanos - epochNanos).isBetween(-EARLY_NANOS, LATE_NANOS);
  }

  /** The time since 1970 at a time of {@link System#nanoTime()}, as the server's are. */
  private static long epoch(long nanoTime) {
    return EPOCH_OF_NANO_TIME + nanoTime;
  }

  private static long epochOfNanoTime() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
  }
}
