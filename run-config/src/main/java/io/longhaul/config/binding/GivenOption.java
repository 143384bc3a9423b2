package io.longhaul.config.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option that a command line or a file gives, with the texts of its values.
 *
 * @param spec the option
 * @param name the name that was used
 * @param values the texts; none for an option without a value
 * @param attached whether name and value are one argument: {@code --name=value}
 * @param source what messages call the option if the command line does not give it, such as {@code
 *     phases.profiling.rate in soak.yaml}
 */
public record GivenOption(
    OptionSpec spec, String name, List<String> values, boolean attached, Optional<String> source) {
  public GivenOption {
    values = List.copyOf(values);
  }

  /** Returns the option as arguments of a command line. */
  List<String> words() {
    if (attached) {
      return List.of(name + "=" + values.get(0));
    }
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(values);
    return words;
  }
}
