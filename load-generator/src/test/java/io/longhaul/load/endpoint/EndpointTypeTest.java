package io.longhaul.load.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EndpointTypeTest {

  @Test
  void namesAreThoseOfAiperfWhateverTheirCase() {
    assertThat(EndpointType.named("chat")).isEqualTo(EndpointType.CHAT);
    assertThat(EndpointType.named("Chat")).isEqualTo(EndpointType.CHAT);
    assertThat(EndpointType.named("COMPLETIONS")).isEqualTo(EndpointType.COMPLETIONS);
  }

  @Test
  void pathsAreThoseOfOpenAi() {
    assertThat(EndpointType.CHAT.dialect(DialectOptions.DEFAULTS).path())
        .isEqualTo("/v1/chat/completions");
    assertThat(EndpointType.COMPLETIONS.dialect(DialectOptions.DEFAULTS).path())
        .isEqualTo("/v1/completions");
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> EndpointType.named("chats"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid endpoint type: chats (known types: chat, completions)");
  }

  @Test
  void theDefaultsAreThoseOfAiperf() {
    assertThat(DialectOptions.DEFAULTS.legacyMaxTokens()).isFalse();
    assertThat(DialectOptions.DEFAULTS.extraInputs().isEmpty()).isTrue();
  }
}
