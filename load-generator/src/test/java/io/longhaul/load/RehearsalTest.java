package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.record.LaneSummary;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.LoadedTokenizer;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class RehearsalTest {
  @TempDir Path folder;

  private final AnchoredRunClock clock = new AnchoredRunClock();

  static Stream<Arguments> everyEndpointInEveryMode() {
    return Endpoints.all().stream()
        .flatMap(
            type ->
                Stream.of(false, true)
                    .filter(streaming -> !streaming || type.canStream())
                    .map(streaming -> Arguments.of(type.typedName(), streaming)));
  }

  @ParameterizedTest
  @MethodSource("everyEndpointInEveryMode")
  void rehearsalReceivesACompleteResponseOfTheRunsShape(String name, boolean streaming)
      throws IOException {
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run-1")
            .model("mock-model")
            .tokenizer("builtin")
            .endpointType(Endpoints.named(name))
            .streaming(streaming)
            .inputTokens(20, 0)
            .entries(4)
            .rehearsalRequests(40);

    EndpointNeeds.give(plan, Endpoints.named(name), streaming, folder);

    LaneSummary lane = rehearse(plan.build()).lanes().get(0);

    assertThat(lane.issued()).isPositive();
    assertThat(lane.totals().getOk() + lane.totals().getInFlightAtStop()).isEqualTo(lane.issued());
    assertThat(lane.totals().getOk()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rehearsalRunsOverHttp2(boolean streaming) {
    RunPlanBuilder plan =
        RunPlanBuilder.plan("run-1")
            .model("mock-model")
            .tokenizer("builtin")
            .httpVersion(HttpVersion.HTTP_2)
            .streaming(streaming)
            .inputTokens(20, 0)
            .entries(4)
            .rehearsalRequests(200);

    LaneSummary lane = rehearse(plan.build()).lanes().get(0);

    assertThat(lane.totals().getOk()).isEqualTo(200);
  }

  private GeneratorReport rehearse(RunPlan plan) {
    LoadedTokenizer loaded = Tokenizers.ofThisProcess().load(plan.tokenizer(), false);
    try (Tokenizer tokenizer = loaded.tokenizer()) {
      GeneratorSetup setup =
          new GeneratorSetup(
              plan,
              0,
              1,
              1,
              "timing",
              1,
              clock,
              PromptSources.of(plan, tokenizer),
              tokenizer,
              TargetConnections.clients(plan, Map.of(), clock),
              null,
              GeneratorSetup.NO_ISSUED_COUNTS,
              ExchangeStores.NONE,
              Map.of());
      try (LoadGenerator generator = new LoadGenerator(setup)) {
        generator.prepare();
        return generator.rehearse(
            plan.measurement().rehearsalRequests(), TimeUnit.SECONDS.toNanos(5));
      }
    }
  }
}
