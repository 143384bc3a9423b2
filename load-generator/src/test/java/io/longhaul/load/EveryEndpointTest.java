package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.RankingPlan;
import io.longhaul.load.plan.dataset.TokenLength;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.record.DecodedRequest;
import io.longhaul.mock.MockServerOptions;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.TokenSource;
import io.longhaul.wire.UsageTold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every endpoint, from plan to events, against the mock server, which validates each body
 * against the endpoint's schema. The results form the table in {@code docs/compatibility.md}.
 */
@Timeout(60)
class EveryEndpointTest {
  private static final int REQUESTS = 4;
  private static final int TOKENS = 6;
  private static final Path DOCUMENT =
      Path.of(System.getProperty("longhaul.root", ".."), "docs", "compatibility.md");

  /** Rows of the table by endpoint, in the order of the registry. */
  private static final Map<Integer, String> ROWS = new TreeMap<>();

  @TempDir Path folder;

  static Stream<String> everyEndpoint() {
    return Endpoints.all().stream().map(EndpointType::typedName);
  }

  @ParameterizedTest
  @MethodSource("everyEndpoint")
  void everyEndpointIsRecordedWithTheFieldsThatApplyToIt(String name) throws Exception {
    EndpointType type = Endpoints.named(name);
    List<Boolean> modes = type.canStream() ? List.of(false, true) : List.of(false);
    boolean usage = false;
    for (boolean streaming : modes) {
      GeneratorRun run = GeneratorRun.against(aServer(), planFor(type, streaming), folder);

      assertThat(run.truth().lines()).hasSize(REQUESTS);
      for (JsonNode line : run.truth().lines()) {
        assertThat(line.path("status").asInt()).as(line.toString()).isEqualTo(200);
        assertThat(line.path("path").asText()).isEqualTo(pathOf(type, streaming));
        assertThat(line.path("stream").asBoolean()).isEqualTo(streaming);
        assertThat(line.path("prompt_tokens").asInt() > 0)
            .isEqualTo(type.takesText() || type.sendsPayloads());
      }
      assertThat(run.requests()).hasSize(REQUESTS);
      for (DecodedRequest request : run.requests()) {
        assertRecorded(request, run, type, streaming);
      }
      assertThat(tokenSourceOf(run) == TokenSource.NONE).isEqualTo(!type.producesTokens());
      usage = reportsTokens(run.requests().get(0).ended().getUsage());
    }
    ROWS.put(Endpoints.all().indexOf(type), row(type, usage));
  }

  static Stream<String> endpointsOfHttp() {
    return Endpoints.all().stream().filter(type -> !type.speaksGrpc()).map(EndpointType::typedName);
  }

  @ParameterizedTest
  @MethodSource("endpointsOfHttp")
  void http2YieldsTheSameRequestsAndResults(String name) throws Exception {
    EndpointType type = Endpoints.named(name);
    boolean streaming = type.canStream();
    RunPlanBuilder plan = planFor(type, streaming).httpVersion(HttpVersion.HTTP_2);

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.truth().lines())
        .hasSize(REQUESTS)
        .allMatch(line -> line.path("status").asInt() == 200)
        .allMatch(line -> line.path("path").asText().equals(pathOf(type, streaming)))
        .allMatch(line -> line.path("connection").asInt() == 1);
    assertThat(run.requests()).hasSize(REQUESTS);
    for (DecodedRequest request : run.requests()) {
      assertRecorded(request, run, type, streaming);
    }
  }

  static Stream<String> endpointsOfBatches() {
    return Endpoints.all().stream()
        .filter(type -> type.takesBatches() && !type.sendsPayloads())
        .map(EndpointType::typedName);
  }

  @ParameterizedTest
  @MethodSource("endpointsOfBatches")
  void oneRequestMayContainSeveralTexts(String name) throws Exception {
    EndpointType type = Endpoints.named(name);
    RunPlanBuilder plan = planFor(type, false).batch(new BatchPlan(4, 1, 1, 1));

    GeneratorRun run = GeneratorRun.against(aServer(), plan, folder);

    assertThat(run.requests())
        .hasSize(REQUESTS)
        .allMatch(request -> request.ended().getEnding() == Ending.OK)
        .allMatch(request -> request.planned().getInputTokens() > 3 * 12);
    // The template of this test contains one text.
    int texts = name.equals("template") ? 1 : 4;
    assertThat(run.truth().lines())
        .as("words, since 12 tokens are at least 6 words")
        .allMatch(line -> line.path("prompt_tokens").asInt() >= texts * 6);
  }

  private static void assertRecorded(
      DecodedRequest request, GeneratorRun run, EndpointType type, boolean streaming) {
    assertThat(request.ended().getEnding())
        .as("%s: %s", request.ended().getReason(), request.ended().getMessage())
        .isEqualTo(Ending.OK);
    if (type.takesText()) {
      assertThat(request.planned().getInputTokens()).isPositive();
    } else {
      assertThat(request.planned().getInputTokens()).isNull();
    }
    if (!type.producesTokens()) {
      assertThat(request.ended().getOutputTokens()).isNull();
      assertThat(request.chunkTokens()).isEmpty();
      assertThat(request.chunkTimes()).isNotEmpty();
      return;
    }
    long written = run.truth().outputTokensOf(request.id());
    assertThat(written).isEqualTo(TOKENS);
    assertThat((long) request.ended().getOutputTokens()).isEqualTo(written);
    assertThat(request.chunkTimes()).hasSize(streaming ? TOKENS : 1);
    if (request.ended().getUsage() != null) {
      assertThat(request.ended().getUsage().getCompletionTokens()).isEqualTo(TOKENS);
      assertThat(request.ended().getUsage().getPromptTokens()).isPositive();
    }
  }

  /** Some servers report other values in their usage, such as megabytes. */
  private static boolean reportsTokens(UsageTold usage) {
    return usage != null && usage.getPromptTokens() != null;
  }

  private static TokenSource tokenSourceOf(GeneratorRun run) {
    LaneStarted started = (LaneStarted) run.lanes().values().iterator().next().get(0).event();
    return started.getPlan().getTokenSource();
  }

  /** An endpoint without a path uses that of chat. */
  private static String pathOf(EndpointType type, boolean streaming) {
    return type.path(streaming).isEmpty()
        ? EndpointNeeds.CHAT
        : type.path(streaming)
            .replace(EndpointType.MODEL_IN_PATH, "mock-model")
            .replace("{method}", EndpointNeeds.method(streaming));
  }

  private RunPlanBuilder planFor(EndpointType type, boolean streaming) throws IOException {
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run-1")
            .model("mock-model")
            .endpointType(type)
            .streaming(streaming)
            .tokenizer("builtin")
            .inputTokens(12, 0)
            .rankings(new RankingPlan(new TokenLength(5, 0), new TokenLength(9, 0), 3, 0))
            .outputTokens(TOKENS, 0)
            .requestCount(REQUESTS)
            .rehearsalRequests(10);
    EndpointNeeds.give(plan, type, streaming, folder);
    return plan;
  }

  private static MockServerOptions.Builder aServer() {
    return MockServerOptions.builder()
        .timeToFirstToken("2ms")
        .interTokenLatency("1ms")
        .outputTokens(Integer.toString(TOKENS));
  }

  private static String row(EndpointType type, boolean usage) {
    List<String> names = new ArrayList<>(List.of(type.typedName()));
    names.addAll(type.otherNames());
    String path = type.path(false).isEmpty() ? "the URL's own" : "`" + type.path(false) + "`";
    if (!type.path(false).equals(type.path(true))) {
      path += ", streamed `" + type.path(true) + "`";
    }
    return "| "
        + String.join(", ", names.stream().map(name -> "`" + name + "`").toList())
        + " | "
        + path
        + " | "
        + (type.canStream() ? "whole or streamed" : "whole")
        + " | "
        + (type.producesTokens() ? "tokens" : "no tokens")
        + " | "
        + (usage ? "read" : "none")
        + " | "
        + type.title()
        + " |";
  }

  /** Runs only if all endpoints ran; single ones can be run alone. */
  @AfterAll
  static void tableInTheDocsMatchesTheRuns() throws IOException {
    if (ROWS.size() == Endpoints.all().size()) {
      assertThat(Files.readString(DOCUMENT)).contains(String.join("\n", ROWS.values()) + "\n");
    }
  }
}
