package io.longhaul.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.Prompt;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.schema.RequestId;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestFactoryTest {
  private static final RequestId ID = RequestId.of(0, 1, 2);

  private final RunPlan plan =
      RunPlanBuilder.plan("run-1")
          .model("m")
          .header("X-Tenant", "blue")
          .header("accept", "*/*")
          .build();

  @Test
  void configuredAndSecretHeadersOverrideTheDefaults() {
    RequestFactory factory = factoryWith(Map.of("Authorization", Secret.of("Bearer abc")));

    assertThat(factory.outgoing(new Session(0, factory.firstTurn(0), ID), ID).headers())
        .containsExactlyInAnyOrder(
            entry("X-Request-ID", ID.toString()),
            entry("X-Correlation-ID", ID.toString()),
            entry("Content-Type", "application/json"),
            entry("accept", "*/*"),
            entry("X-Tenant", "blue"),
            entry("Authorization", "Bearer abc"));
  }

  @Test
  void rehearsalReceivesNoSecrets() {
    RequestFactory factory =
        factoryWith(Map.of("Authorization", Secret.of("Bearer abc")))
            .forUrl(URI.create("http://127.0.0.1:1/v1/chat/completions"));

    assertThat(factory.outgoing(new Session(0, factory.firstTurn(0), ID), ID).headers())
        .extracting(Map.Entry::getKey)
        .contains("X-Tenant")
        .doesNotContain("Authorization");
  }

  private RequestFactory factoryWith(Map<String, Secret> secretHeaders) {
    return RequestFactory.of(
        plan,
        new OnePrompt(),
        Endpoints.CHAT.dialect(DialectOptions.DEFAULTS),
        null,
        secretHeaders);
  }

  private static final class OnePrompt implements PromptSource {
    @Override
    public double meanTurns() {
      return 1;
    }

    @Override
    public int entryFor(long session) {
      return 0;
    }

    @Override
    public Conversation conversation(int entry) {
      Prompt hello = TestPrompts.ofText("Hello", "m", 1);
      return new Conversation("s", List.of(new Turn(hello, 0)));
    }

    @Override
    public int entries() {
      return 1;
    }
  }
}
