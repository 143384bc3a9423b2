package io.longhaul.config.binding;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.config.options.ProfileOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class OptionBindingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-m a -u x:1,y:2 --streaming --concurrency 4",
        "-m a,b --url x:1 y:2 --url z:3 -H A:1 B:2 -H C:3 --isl 100",
        "--model=a --streaming=false --request-rate=5rps --benchmark-duration=1m",
        "-m a --gpu-telemetry --server-metrics --no-preflight",
        "-m a --gpu-telemetry h:1 h:2,h:3 --server-metrics=h:4",
        "-ma -ux:1 -HA:1 --extra-inputs {\"a\":[1,2]} temperature:-0.5",
        "-m a --num_requests 10 --random-seed -1 --osl x",
        "-m a --audio-sample-rates 16,44.1 --audio-depths 16 --audio-depths 32",
        "-m a --no-such-option b --streaming",
        "-m a --endpoint-type completions --arrival-pattern gamma --fail-if p99>1 --fail-if a<2",
      })
  void givenOptionsHaveTheValuesThatTheParserSets(String line) {
    CommandSpec parsed = ProfileOptions.command();
    GivenOptions given = GivenOptions.parse(List.of(line.split(" ")), parsed);
    CommandSpec bound = ProfileOptions.command();

    new OptionBinding(given, bound);

    assertThat(values(bound)).isEqualTo(values(parsed));
    assertThat(values(parsed)).isNotEqualTo(values(ProfileOptions.command()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-m a --url x:1 y:2 --streaming",
        "--model=a -H A:1 B:2 --streaming=false",
        "--extra-inputs a:1 b:2 --random-seed -1"
      })
  void argumentsAreThoseOfTheCommandLine(String line) {
    assertThat(GivenOptions.parse(List.of(line.split(" ")), ProfileOptions.command()).arguments())
        .containsExactly(line.split(" "));
  }

  @Test
  void optionsOfAnArgumentFileAreGiven(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("load.args"), "--concurrency 64 --streaming");

    assertThat(
            GivenOptions.parse(List.of("-m", "a", "@" + file), ProfileOptions.command())
                .arguments())
        .containsExactly("-m", "a", "--concurrency", "64", "--streaming");
  }

  @ParameterizedTest
  @CsvSource({
    "-vu x:1, Invalid option: -vu (did you mean -u?)",
    "-m-foo, Invalid option: -m-foo (there is no such option; see --help)",
    "-u x:1 -- y:2, Invalid argument: y:2 (no option takes it)",
  })
  void whatIsNotGivenIsReported(String line, String problem) {
    GivenOptions given = GivenOptions.parse(List.of(line.split(" ")), ProfileOptions.command());

    assertThat(given.problems()).containsExactly(problem);
    assertThat(given.valuesOf("--url")).doesNotContain("y:2", "--");
  }

  @Test
  void optionsBeforeTheCommandAreNotItsOptions() {
    CommandLine root =
        CommandLineParsing.collecting(
            new CommandLine(CommandSpec.create().name("longhaul"))
                .addSubcommand("profile", ProfileOptions.command()));

    CommandLine.ParseResult parsed =
        root.parseArgs("--concurrency", "4", "profile", "-m", "profile").subcommand();

    assertThat(GivenOptions.of(parsed).arguments()).containsExactly("-m", "profile");
  }

  private static Map<String, Object> values(CommandSpec command) {
    new CommandLine(command); // completes the specification
    Map<String, Object> values = new LinkedHashMap<>();
    for (OptionSpec option : command.options()) {
      Object value = option.getValue();
      Object shown = value;
      if (value instanceof List<?> list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(String.valueOf(each)));
        shown = texts;
      } else if (value instanceof OptionValue<?> text) {
        shown = text.toString();
      }
      values.put(option.longestName(), shown);
    }
    return values;
  }
}
