package io.longhaul.load.plan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionTest {
  private static final Redaction REDACTION =
      Redaction.of(
          Map.of(
              "Authorization", Secret.of("Bearer sk-canary"),
              "X-Api-Key", Secret.of("hunter2hunter2"),
              "X-Token", Secret.of("short")));

  @Test
  void everyOccurrenceOfASecretIsOverwritten() {
    assertThat(REDACTION.blotted("sk-canary, hunter2hunter2 and sk-canary: Bearer sk-canaryX"))
        .isEqualTo("*********, ************** and *********: Bearer *********X");
  }

  @Test
  void theStartOfASecretAtTheEndOfATruncatedTextIsOverwritten() {
    assertThat(REDACTION.blotted("wrong key sk-can")).isEqualTo("wrong key ******");
    assertThat(REDACTION.blotted("wrong key sk-ca")).isEqualTo("wrong key sk-ca");
    assertThat(REDACTION.blotted("sk-can is no key")).isEqualTo("sk-can is no key");
  }

  @Test
  void aShortSecretIsNotSearchedFor() {
    assertThat(REDACTION.blotted("a short text")).isEqualTo("a short text");
  }

  @Test
  void headersAreHiddenByName() {
    assertThat(REDACTION.header("x-token", "short")).isEqualTo("<redacted>");
    assertThat(REDACTION.header("Accept", "text/plain")).isEqualTo("text/plain");
  }

  @Test
  void withoutSecretsNothingIsChanged() {
    assertThat(Redaction.NONE.blotted("sk-canary")).isEqualTo("sk-canary");
    assertThat(Redaction.NONE.blotted(null)).isNull();
  }
}
