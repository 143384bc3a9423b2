package io.longhaul.config.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One use of an option in a command line or a file, with the texts of its values.
 *
 * @param spec the option
 * @param name the name that was used
 * @param values the texts; none for an option without a value
 * @param attached whether name and value are one argument: {@code --name=value}
 * @param source what messages call the option, if not by its name: {@code phases.profiling.rate in
 *     soak.yaml}
 */
public record GivenOption(
    OptionSpec spec, String name, List<String> values, boolean attached, Optional<String> source) {
  public GivenOption {
    values = List.copyOf(values);
    if (attached && values.size() != 1) {
      throw new IllegalArgumentException("exactly one value is attached to " + name);
    }
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

  /** Omits the values, which may be secrets. */
  @Override
  public String toString() {
    return name;
  }
}
