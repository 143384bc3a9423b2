package io.longhaul.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A command line from the documentation of AIPerf or GenAI-Perf.
 *
 * @param source the tutorial that contains it, or the seed
 * @param program the words before its options, unchanged
 * @param options options, with the changes of this test
 * @param refusal expected error message; empty if the command runs
 */
record DocumentedCommand(
    String source, String program, List<Typed> options, Optional<String> refusal) {

  /**
   * An option as typed.
   *
   * @param values the words after it
   */
  record Typed(String name, List<String> values) {
    String value() {
      return String.join(" ", values);
    }
  }

  /** Parses words; those before the first option are the program. */
  static DocumentedCommand of(String source, List<String> words, Optional<String> refusal) {
    int options = 0;
    while (!isName(words.get(options))) {
      options++;
    }
    return new DocumentedCommand(
        source,
        String.join(" ", words.subList(0, options)),
        parsed(words.subList(options, words.size())),
        refusal);
  }

  private static List<Typed> parsed(List<String> words) {
    List<Typed> options = new ArrayList<>();
    for (String word : words) {
      if (isName(word)) {
        options.add(new Typed(word, new ArrayList<>()));
      } else {
        options.get(options.size() - 1).values().add(word);
      }
    }
    return options;
  }

  private static boolean isName(String word) {
    return word.matches("--?[a-zA-Z].*");
  }

  /** Returns the command with these options in place of those with the same names. */
  DocumentedCommand with(List<String> words) {
    List<Typed> others = parsed(words);
    DocumentedCommand rest = without(others.stream().map(Typed::name).toList());
    rest.options.addAll(others);
    return rest;
  }

  DocumentedCommand with(String... words) {
    return with(List.of(words));
  }

  DocumentedCommand without(List<String> names) {
    return new DocumentedCommand(
        source,
        program,
        new ArrayList<>(options.stream().filter(option -> !names.contains(option.name())).toList()),
        refusal);
  }

  /** Resolves the files that it names against this folder. */
  DocumentedCommand inFolder(Path folder) {
    List<Typed> placed = new ArrayList<>();
    for (Typed option : options) {
      placed.add(
          new Typed(
              option.name(),
              option.values().stream().map(value -> inFolder(option, value, folder)).toList()));
    }
    return new DocumentedCommand(source, program, placed, refusal);
  }

  private static String inFolder(Typed option, String value, Path folder) {
    return switch (option.name()) {
      case "--input-file" ->
          value.startsWith("payload:")
              ? "payload:" + folder.resolve(value.substring("payload:".length()))
              : value.startsWith("synthetic:") ? value : placed(value, folder);
      case "--system-prompt-file", "--config", "-f" -> placed(value, folder);
      case "--extra-inputs" -> value.replace(":./", ":" + folder + "/");
      default -> value;
    };
  }

  private static String placed(String file, Path folder) {
    return folder.resolve(file).normalize().toString();
  }

  boolean isOfGenAiPerf() {
    return program.startsWith("genai-perf");
  }

  /** Returns the command line for this program, without the program's name. */
  List<String> words() {
    List<String> words = new ArrayList<>(Arrays.asList(program.split(" ", -1)));
    if (!isOfGenAiPerf()) {
      words.remove(0);
    }
    words.addAll(optionWords());
    return words;
  }

  List<String> optionWords() {
    List<String> words = new ArrayList<>();
    for (Typed option : options) {
      words.add(option.name());
      words.addAll(option.values());
    }
    return words;
  }

  boolean has(String name) {
    return options.stream().anyMatch(option -> option.name().equals(name));
  }

  /** Returns the values of the option with one of these names. */
  List<String> values(String... names) {
    return options.stream()
        .filter(option -> List.of(names).contains(option.name()))
        .map(Typed::value)
        .toList();
  }

  Optional<String> value(String... names) {
    return values(names).stream().findFirst();
  }

  Optional<Double> number(String... names) {
    return value(names).map(Double::valueOf);
  }

  @Override
  public String toString() {
    return source + ": " + String.join(" ", words());
  }
}
