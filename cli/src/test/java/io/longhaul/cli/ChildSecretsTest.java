package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.plan.server.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildSecretsTest {
  private static final Secret KEY = Secret.of("Bearer canary-7f3a \"quoted\"");

  @Test
  void aLineOfSecretsRoundTrips() {
    ChildSecrets secrets = new ChildSecrets(Map.of("Authorization", KEY));

    String line = secrets.toLine();

    assertThat(line).doesNotContain("\n");
    assertThat(ChildSecrets.fromLine(line)).isEqualTo(secrets);
  }

  @Test
  void toStringContainsNoSecrets() {
    assertThat(new ChildSecrets(Map.of("Authorization", KEY)).toString()).doesNotContain("canary");
  }

  @Test
  void anInvalidLineIsRejectedWithoutQuotingIt() {
    assertThatThrownBy(() -> ChildSecrets.fromLine("{\"headers\": canary-7f3a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("canary")
        .hasNoCause();
  }
}
