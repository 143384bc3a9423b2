package io.longhaul.config.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.options.AiperfOptions;
import io.longhaul.config.options.TypedProfile;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class CommandLineParsingTest {
  private final CommandSpec profile = TypedProfile.spec();

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
    assertThat(CommandLineParsing.adviceForOption(typed, profile))
        .isEqualTo("did you mean " + meant + "?");
  }

  @Test
  void noOptionOfAiperfIsTakenForATypingError() {
    Set<String> unknownHere = new TreeSet<>(AiperfOptions.names());
    unknownHere.removeAll(TypedProfile.spec().optionsMap().keySet());

    assertThat(unknownHere).isEqualTo(RefusedAiperfNames.options().keySet());
  }

  @Test
  void whatWasDecidedAgainstIsToldWithWhatToUse() {
    assertThat(CommandLineParsing.adviceForOption("--replay-speedup", profile))
        .endsWith("--synthesis-speedup-ratio replays a mooncake_trace faster");
    assertThat(AiperfOptions.names()).containsAll(RefusedAiperfNames.options().keySet());
  }

  @Test
  void anotherWordIsToldAsUnknown() {
    assertThat(CommandLineParsing.adviceForOption("--frobnicate", profile))
        .isEqualTo("there is no such option; see --help");
    assertThat(CommandLineParsing.adviceForOption("-x", profile))
        .isEqualTo("there is no such option; see --help");
  }

  @Test
  void aCommandWithoutAiperfsOptionsDoesNotSpeakOfThem() {
    CommandSpec other =
        CommandSpec.create().addOption(OptionSpec.builder("--port").type(int.class).build());

    assertThat(CommandLineParsing.adviceForOption("--fixed-schedule", other))
        .isEqualTo("there is no such option; see --help");
    assertThat(CommandLineParsing.adviceForOption("--prot", other))
        .isEqualTo("did you mean --port?");
  }

  @Test
  void allNamesOfAiperfAreKnown() {
    assertThat(AiperfOptions.names())
        .hasSize(317)
        .allMatch(name -> name.matches("-{1,2}[A-Za-z][A-Za-z0-9-]*"));
  }
}
