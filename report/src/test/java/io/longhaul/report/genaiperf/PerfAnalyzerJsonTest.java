package io.longhaul.report.genaiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.anError;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerfAnalyzerJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void aRequestIsWrittenAsThePerfAnalyzerRecordsIt() throws IOException {
    JsonNode record = record(aRun().with(aRequest("run", "a").setInputTokens(2)));

    assertThat(record.at("/experiments/0/requests/0"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"timestamp": %d,
                 "request_inputs": {"payload":
                   "{\\"model\\":\\"m\\",\\"messages\\":[{\\"role\\":\\"user\\",\\"content\\":\\"token token\\"}],\\"stream\\":true}"},
                 "response_timestamps": [%d, %d, %d],
                 "response_outputs": [{"response": "%s"}, {"response": "%s"}, {"response": "%s"}],
                 "request_id": "a", "input_tokens": 2, "output_tokens": 3}\
                """
                    .formatted(
                        at(0),
                        at(40),
                        at(50),
                        at(70),
                        chunk("content", "token"),
                        chunk("content", " token"),
                        chunk("content", " token"))));
    assertThat(record.path("service_kind").textValue()).isEqualTo("openai");
    assertThat(record.path("endpoint").textValue()).isEqualTo("v1/chat/completions");
    assertThat(record.at("/experiments/0/window_boundaries/0").longValue()).isEqualTo(at(0));
  }

  @Test
  void theFileIsOneLine() throws IOException {
    aRecord(
        aRun().with(aRequest("run", "a")).finished(at(1000)), Set.of(OptionalExport.GENAI_PERF));

    assertThat(Files.readAllLines(layout(Set.of()).perfAnalyzerJson())).hasSize(1);
  }

  @Test
  void reasoningIsNotContent() throws IOException {
    JsonNode record = record(aRun().with(aRequest("run", "a").setChunkKinds(List.of(1, 0, 0))));

    assertThat(record.at("/experiments/0/requests/0/response_outputs/0/response").textValue())
        .contains("{\"delta\":{\"reasoning_content\":\"token\"}}");
  }

  @Test
  void promptsAndResponsesOfCompletionsAreTexts() throws IOException {
    JsonNode record =
        record(aRun().speaking("completions", true).with(aRequest("run", "a").setInputTokens(2)));

    assertThat(record.path("endpoint").textValue()).isEqualTo("v1/completions");
    JsonNode request = record.at("/experiments/0/requests/0");
    assertThat(request.at("/request_inputs/payload").textValue())
        .isEqualTo("{\"model\":\"m\",\"prompt\":[\"token token\"],\"stream\":true}");
    assertThat(request.path("response_outputs"))
        .extracting(output -> output.path("response").textValue())
        .startsWith("data: {\"object\":\"text_completion\",\"choices\":[{\"text\":\"token\"}]}\n\n")
        .hasSize(3);
    assertThat(request.path("output_tokens").intValue()).isEqualTo(3);
  }

  @Test
  void anEmbeddingIsOneResponseWithoutAText() throws IOException {
    JsonNode record =
        record(
            aRun()
                .speaking("embeddings", false)
                .with(
                    aRequest("run", "a")
                        .setInputTokens(2)
                        .setChunkAfterStartNs(List.of(70_000_000L))
                        .setOutputTokens(null)
                        .setOutputSequenceLength(null)
                        .setInterTokenLatencyPs(null)));

    assertThat(record.path("endpoint").textValue()).isEqualTo("v1/embeddings");
    JsonNode request = record.at("/experiments/0/requests/0");
    assertThat(request.at("/request_inputs/payload").textValue())
        .isEqualTo("{\"model\":\"m\",\"input\":[\"token token\"]}");
    assertThat(request.path("response_timestamps")).isEqualTo(MAPPER.readTree("[" + at(70) + "]"));
    assertThat(request.path("response_outputs"))
        .isEqualTo(MAPPER.readTree("[{\"response\": \"\"}]"));
    assertThat(request.has("output_tokens")).isFalse();
    assertThat(
            MAPPER
                .readTree(layout(Set.of()).genAiPerfJson().toFile())
                .path("request_latency")
                .path("avg")
                .doubleValue())
        .isEqualTo(70);
  }

  @Test
  void tensorsOfTritonAreWrittenByName() throws IOException {
    JsonNode record =
        record(aRun().speaking("kserve", true).with(aRequest("run", "a").setInputTokens(2)));

    assertThat(record.path("service_kind").textValue()).isEqualTo("triton");
    assertThat(record.path("endpoint").textValue()).isEmpty();
    JsonNode request = record.at("/experiments/0/requests/0");
    assertThat(request.path("request_inputs"))
        .isEqualTo(MAPPER.readTree("{\"text_input\": \"token token\", \"stream\": true}"));
    assertThat(request.path("response_outputs"))
        .isEqualTo(
            MAPPER.readTree(
                "[{\"text_output\": \"token\"}, {\"text_output\": \" token\"},"
                    + " {\"text_output\": \" token\"}]"));
  }

  /** The same for any number of messages, with and without token counts. */
  @Test
  void aResponseOfDynamicGrpcIsOneResponseWithoutContent() throws IOException {
    JsonNode record =
        record(aRun().speaking("dynamic_grpc", true).with(aRequest("run", "a").setInputTokens(2)));

    assertThat(record.path("service_kind").textValue()).isEqualTo("dynamic_grpc");
    JsonNode request = record.at("/experiments/0/requests/0");
    assertThat(request.path("request_inputs")).isEqualTo(MAPPER.readTree("{}"));
    assertThat(request.path("response_timestamps")).isEqualTo(MAPPER.readTree("[" + at(70) + "]"));
    assertThat(request.path("response_outputs"))
        .isEqualTo(MAPPER.readTree("[{\"response\": \"\"}]"));
    JsonNode figures = MAPPER.readTree(layout(Set.of()).genAiPerfJson().toFile());
    assertThat(figures.at("/request_latency/avg").doubleValue()).isEqualTo(70);
    assertThat(figures.has("output_sequence_length")).isFalse();
    assertThat(figures.has("time_to_first_token")).isFalse();
  }

  /** GenAI-Perf's parser treats TGI's streams as errors. */
  @Test
  void aResponseOfHuggingFaceIsOneResponse() throws IOException {
    JsonNode request =
        record(aRun().speaking("huggingface_generate", true).with(aRequest("run", "a")))
            .at("/experiments/0/requests/0");

    assertThat(request.path("response_timestamps")).isEqualTo(MAPPER.readTree("[" + at(70) + "]"));
    assertThat(request.at("/response_outputs/0/response").textValue())
        .isEqualTo("[{\"generated_text\":\"token token token\"}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          triton_generate | v2/models/m/generate | {"model":"m","text_input":["token"]} | {"text_output":"token token token"}
          nvclip          | v1/embeddings        | {"model":"m","input":["token"]}      | ''
          nim_rankings    | v1/ranking           | {"model":"m","query":{"text":"token"}} | ''
          hf_tei_rankings | rerank               | {"model":"m","query":"token"}        | ''
          """)
  void endpointsWithoutStreamingHaveTheirOwnFormats(
      String endpointType, String path, String payload, String response) throws IOException {
    JsonNode record =
        record(
            aRun()
                .speaking(endpointType, false)
                .configuredBy("{\"input_config\": {\"models\": {\"items\": [{\"name\": \"m\"}]}}}")
                .with(
                    aRequest("run", "a")
                        .setInputTokens(1)
                        .setChunkAfterStartNs(List.of(70_000_000L))));

    assertThat(record.path("endpoint").textValue()).isEqualTo(path);
    JsonNode request = record.at("/experiments/0/requests/0");
    assertThat(request.at("/request_inputs/payload").textValue()).isEqualTo(payload);
    assertThat(request.at("/response_outputs/0/response").textValue()).isEqualTo(response);
  }

  /** GenAI-Perf would divide by the latency between its tokens and lose the whole report. */
  @Test
  void eventsThatArriveTogetherAreOneResponse() throws IOException {
    JsonNode request =
        record(
                aRun()
                    .with(
                        aRequest("run", "a")
                            .setChunkAfterStartNs(List.of(70_000_000L, 70_000_000L, 70_000_000L))))
            .at("/experiments/0/requests/0");

    assertThat(request.path("response_timestamps")).hasSize(1);
    assertThat(request.at("/response_outputs/0/response").textValue().split("\n\n", -1)).hasSize(4);
  }

  @Test
  void failedAndWarmupRequestsAreExcluded() throws IOException {
    JsonNode requests =
        record(
                aRun()
                    .with(aRequest("run", "a"))
                    .with(anError("run", "b", 0, 10))
                    .with(aRequest("run", "c").setPhase("warmup")))
            .at("/experiments/0/requests");

    assertThat(requests)
        .extracting(request -> request.path("request_id").textValue())
        .containsExactly("a");
  }

  @Test
  void withSlosARequestIsGoodOrNot() throws IOException {
    JsonNode requests =
        record(
                aRun()
                    .promising("request_latency", 500)
                    .with(aRequest("run", "a").setGood(true))
                    .with(aRequest("run", "b").setGood(null)))
            .at("/experiments/0/requests");

    assertThat(requests)
        .extracting(request -> request.path("good").booleanValue())
        .containsExactly(true, false);
  }

  /** GenAI-Perf looks the level up by its text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type": "concurrency", "concurrency": 8}                | concurrency  | 8
          {"type": "constant", "rate": 20}                         | request_rate | 20.0
          {"type": "poisson", "rate": 2.5, "concurrency": 8}       | request_rate | 2.5
          {"type": "fixed_schedule"}                               | request_rate | 0.0
          """)
  void theLoadIsWritten(String phase, String mode, String value) throws IOException {
    JsonNode experiment =
        record(
                aRun()
                    .with(aRequest("run", "a"))
                    .configuredBy(
                        "{\"input_config\": {\"phases\": ["
                            + phase.replace("{", "{\"name\": \"profiling\", ")
                            + "]}}"))
            .at("/experiments/0/experiment");

    assertThat(experiment.path("mode").textValue()).isEqualTo(mode);
    assertThat(experiment.path("value").toString()).isEqualTo(value);
  }

  @Test
  void withAPrefixTheFilesOfBothToolsExist() throws IOException {
    Lake lake = aRun().with(aRequest("run", "a")).finished(at(1000));
    ExportLayout layout =
        new ExportLayout(folder.resolve("out"), "foo", Set.of(OptionalExport.GENAI_PERF));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);

    for (String name :
        List.of("foo.json", "foo_genai_perf.json", "foo_genai_perf.csv", "foo_aiperf.json")) {
      assertThat(folder.resolve("out").resolve(name)).isNotEmptyFile();
    }
    assertThat(MAPPER.readTree(folder.resolve("out/foo.json").toFile()).has("experiments"))
        .isTrue();
  }

  @Test
  void byDefaultThereAreNoGenAiPerfFiles() throws IOException {
    aRecord(aRun().with(aRequest("run", "a")).finished(at(1000)), Set.of());

    assertThat(layout(Set.of()).perfAnalyzerJson()).doesNotExist();
    assertThat(layout(Set.of()).genAiPerfJson()).doesNotExist();
    assertThat(layout(Set.of()).genAiPerfCsv()).doesNotExist();
  }

  @Test
  void inTheFormatOfRelease2403TheCsvHasWholeNumbers() throws IOException {
    aRecord(
        aRun().with(aRequest("run", "a")).finished(at(1000)), Set.of(OptionalExport.RELEASE_24_03));

    assertThat(Files.readString(layout(Set.of()).genAiPerfCsv()))
        .isEqualTo(
            """
            Statistic,avg,min,max,p99,p95,p90,p75,p50,p25
            time_to_first_token(ns),40000000,40000000,40000000,40000000,40000000,40000000,40000000,40000000,40000000
            inter_token_latency(ns),15000000,10000000,20000000,19900000,19500000,19000000,17500000,15000000,12500000
            request_latency(ns),70000000,70000000,70000000,70000000,70000000,70000000,70000000,70000000,70000000
            num_output_token,3,3,3,3,3,3,3,3,3
            output_token_throughput(per sec),42.86
            request_throughput(per sec),14.29
            """
                .replace("\n", "\r\n"));
    assertThat(layout(Set.of()).perfAnalyzerJson()).doesNotExist();
  }

  @Test
  void aRunOfAnEndpointThatGenAiPerfDoesNotKnowIsRejected() throws IOException {
    Lake lake = aRun().with(aRequest("run", "a")).crashedAfter(List.of());

    assertThatThrownBy(() -> aRecord(lake, Set.of(OptionalExport.GENAI_PERF)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot write GenAI-Perf's files: the run's endpoint is ''"
                + " (chat, completions, kserve, triton_generate, huggingface_generate, embeddings,"
                + " nvclip, nim_rankings, hf_tei_rankings, dynamic_grpc)");
  }

  private FakePipeline aRun() {
    return new FakePipeline(folder.resolve("lake"), "run");
  }

  private static String chunk(String member, String words) {
    return ("data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\""
            + member
            + "\":\""
            + words
            + "\"}}]}\\n\\n")
        .replace("\"", "\\\"");
  }

  private JsonNode record(FakePipeline run) throws IOException {
    aRecord(run.finished(at(1000)), Set.of(OptionalExport.GENAI_PERF));
    return MAPPER.readTree(layout(Set.of()).perfAnalyzerJson().toFile());
  }

  private void aRecord(Lake lake, Set<OptionalExport> also) throws IOException {
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout(also), ExportLevel.SUMMARY);
  }

  private ExportLayout layout(Set<OptionalExport> also) {
    return new ExportLayout(folder.resolve("out"), ExportLayout.DEFAULT_PREFIX, also);
  }
}
