package io.longhaul.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class UnknownOptionsTest {
  private final UnknownOptions unknown = UnknownOptions.of(TypedProfile.spec());

  @ParameterizedTest
  @CsvSource({
    "--reques-count, --request-count",
    "--concurency, --concurrency",
    "--Streaming, --streaming",
    "--modle, --model",
    "--request-cuont, --request-count",
    "--warmup-requests-count, --warmup-request-count"
  })
  void aTypingErrorIsToldTheNearestName(String typed, String meant) {
    assertThat(unknown.adviceFor(typed)).isEqualTo("did you mean " + meant + "?");
  }

  @Test
  void noOptionOfAiperfIsTakenForATypingError() {
    Set<String> unknownHere = new TreeSet<>(KnownAiperfNames.aiperfOptions());
    unknownHere.removeAll(TypedProfile.spec().optionsMap().keySet());

    assertThat(unknownHere).isEqualTo(KnownAiperfNames.refusedOptions().keySet());
  }

  @Test
  void whatWasDecidedAgainstIsToldWithWhatToUse() {
    assertThat(unknown.adviceFor("--replay-speedup"))
        .endsWith("--synthesis-speedup-ratio replays a mooncake_trace faster");
    assertThat(KnownAiperfNames.aiperfOptions())
        .containsAll(KnownAiperfNames.refusedOptions().keySet());
  }

  @Test
  void anotherWordIsToldAsUnknown() {
    assertThat(unknown.adviceFor("--frobnicate")).isEqualTo("there is no such option; see --help");
    assertThat(unknown.adviceFor("-x")).isEqualTo("there is no such option; see --help");
  }

  @Test
  void aCommandWithoutAiperfsOptionsDoesNotSpeakOfThem() {
    CommandSpec other =
        CommandSpec.create().addOption(OptionSpec.builder("--port").type(int.class).build());

    assertThat(UnknownOptions.of(other).adviceFor("--fixed-schedule"))
        .isEqualTo("there is no such option; see --help");
    assertThat(UnknownOptions.of(other).adviceFor("--prot")).isEqualTo("did you mean --port?");
  }

  @Test
  void allNamesOfAiperfAreKnown() {
    assertThat(KnownAiperfNames.aiperfOptions())
        .hasSize(316)
        .allMatch(name -> name.matches("-{1,2}[A-Za-z][A-Za-z0-9-]*"));
  }
}
