package io.longhaul.load.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointsTest {

  @Test
  void namesEqualAiperfsAndIgnoreCase() {
    assertThat(Endpoints.named("chat")).isSameAs(Endpoints.CHAT);
    assertThat(Endpoints.named("Chat")).isSameAs(Endpoints.CHAT);
    assertThat(Endpoints.named("COMPLETIONS").typedName()).isEqualTo("completions");
    assertThat(Endpoints.named("multimodal")).isSameAs(Endpoints.CHAT);
  }

  @Test
  void everyNameIdentifiesOneEndpoint() {
    List<String> names = new ArrayList<>();
    for (EndpointType type : Endpoints.all()) {
      names.add(type.typedName());
      names.addAll(type.otherNames());
    }

    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9_]+"));
  }

  @Test
  void pathsEqualOpenAis() {
    assertThat(Endpoints.CHAT.path(true)).isEqualTo("/v1/chat/completions");
    assertThat(Endpoints.named("completions").path(true)).isEqualTo("/v1/completions");
  }

  @Test
  void anUnknownNameIsRejectedWithTheKnownOnes() {
    assertThatThrownBy(() -> Endpoints.named("chats"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid endpoint type: chats (known types: chat, completions");
  }

  @Test
  void unsupportedTypesAreRejectedWithTheReason() {
    assertThatThrownBy(() -> Endpoints.named("video-generation"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Invalid endpoint type: video-generation (a video takes several requests ")
        .hasMessageEndingWith("; AIPerf supports it)");
  }

  @Test
  void theDefaultsEqualAiperfs() {
    assertThat(DialectOptions.DEFAULTS.legacyMaxTokens()).isFalse();
    assertThat(DialectOptions.DEFAULTS.extraInputs().isEmpty()).isTrue();
  }
}
