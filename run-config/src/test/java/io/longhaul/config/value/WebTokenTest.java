package io.longhaul.config.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.config.binding.OptionProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebTokenTest {
  private static final String TOKEN = "Zl0gq3cU-WQJ8mYb8p6n0Yw";
  private static final Map<String, String> VARIABLES = Map.of(WebToken.VARIABLE, " " + TOKEN);

  @TempDir Path folder;
  private final OptionProblems problems = new OptionProblems();

  @Test
  void aFileTakesPrecedenceOverTheEnvironment() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "other-" + TOKEN + "\n");

    assertThat(WebToken.find(file, VARIABLES, problems)).contains("other-" + TOKEN);
    assertThat(WebToken.find(null, VARIABLES, problems)).contains(TOKEN);
    assertThat(WebToken.find(null, Map.of(), problems)).isEmpty();
    assertThatCode(problems::throwIfAny).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"too-short", "with a space in the middle", "a/slash/in/the/middle/1", ""})
  void aTokenThatCanBeGuessedOrNeedsEscapesIsRefusedWithoutBeingShown(String text)
      throws IOException {
    Path file = Files.writeString(folder.resolve("token"), text);

    assertThat(WebToken.find(file, Map.of(), problems)).isEmpty();
    assertThatThrownBy(problems::throwIfAny)
        .satisfies(
            refusal -> {
              if (!text.isEmpty()) {
                assertThat(refusal.toString()).doesNotContain(text);
              }
            });
  }

  @Test
  void anInvalidVariableIsRefused() {
    assertThat(WebToken.find(null, Map.of(WebToken.VARIABLE, "short"), problems)).isPresent();
    assertThatThrownBy(problems::throwIfAny).isInstanceOf(Exception.class);
  }
}
