package io.longhaul.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorProcessTest {

  @Test
  void userOptionsComeLastAndTakePrecedence() {
    List<String> ours = GeneratorProcess.jvmOptions(Map.of());

    assertThat(optionsWith("  -Xmx4g   -XX:+UseZGC "))
        .startsWith(ours.toArray(String[]::new))
        .endsWith("-Xmx4g", "-XX:+UseZGC")
        .hasSize(ours.size() + 2);
  }

  @Test
  void aBlankVariableHasNoEffect() {
    assertThat(optionsWith("  ")).isEqualTo(GeneratorProcess.jvmOptions(Map.of()));
  }

  private static List<String> optionsWith(String variable) {
    return GeneratorProcess.jvmOptions(Map.of(GeneratorProcess.OPTIONS_VARIABLE, variable));
  }
}
