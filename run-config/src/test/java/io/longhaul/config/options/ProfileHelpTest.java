package io.longhaul.config.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ProfileHelpTest {
  private final ProfileHelp help = new ProfileHelp(TypedProfile.spec());

  @Test
  void theShortFormHasTwentyFiveOptionsAndShowsThem() {
    List<String> shown = ProfileHelp.SHORT.values().stream().flatMap(List::stream).toList();

    assertThat(shown).hasSize(25).doesNotHaveDuplicates();
    assertThat(TypedProfile.spec().optionsMap()).containsKeys(shown.toArray(String[]::new));
    assertThat(help.inShort().getUsageMessage()).contains(shown).contains(help.groups());
  }

  @Test
  void everyOptionIsShownByItsGroupOnly() {
    List<String> shown = new ArrayList<>();
    for (String group : help.groups()) {
      CommandLine ofGroup = help.about(group).orElseThrow();
      ofGroup.getCommandSpec().options().forEach(option -> shown.add(option.longestName()));
    }

    assertThat(shown)
        .containsExactlyElementsOf(
            TypedProfile.spec().argGroups().stream()
                .flatMap(group -> group.options().stream())
                .map(OptionSpec::longestName)
                .toList());
  }

  @Test
  void noWordOfAGroupIsUsedTwice() {
    assertThat(help.groups())
        .doesNotHaveDuplicates()
        .contains("endpoint", "load", "measure", "output", "server-metrics")
        .doesNotContain(ProfileHelp.ALL);
  }

  @Test
  void aWordFindsOptionsByAnyOfTheirNames() {
    assertThat(help.about("--vllm_burstiness").orElseThrow().getCommandSpec().options())
        .singleElement()
        .satisfies(
            option -> assertThat(Arrays.asList(option.names())).contains("--arrival-smoothness"));
    assertThat(help.about("sideways")).isEmpty();
  }
}
