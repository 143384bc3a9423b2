package io.longhaul.config.options;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.binding.Converters;
import io.longhaul.config.binding.Quantities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command with too many options for one page: a short form with the options that most
 * people need, the options of one group, those whose names contain a word, or all of them.
 *
 * @param profile the command, whose options are in groups; it is not changed
 */
public record ProfileHelp(CommandSpec profile) {
  /** The topic that shows every option. */
  public static final String ALL = "all";

  /** Before a blank. */
  private static final String INDENT = "   ";

  /** What the short form shows, by heading. */
  static final Map<String, List<String>> SHORT = shortForm();

  private static Map<String, List<String>> shortForm() {
    Map<String, List<String>> shown = new LinkedHashMap<>();
    shown.put(
        "Endpoint",
        List.of(
            "--model", "--url", "--endpoint-type", "--streaming", "--api-key-file", "--tokenizer"));
    shown.put(
        "Load",
        List.of(
            "--concurrency",
            "--request-rate",
            "--arrival-pattern",
            "--request-count",
            "--benchmark-duration",
            "--warmup-request-count"));
    shown.put("Dataset", List.of("--isl", "--osl", "--input-file", "--num-sessions"));
    shown.put(
        "Measurement",
        List.of(
            "--slice-duration", "--goodput", "--fail-if", "--gpu-telemetry", "--server-metrics"));
    shown.put(
        "Runs and output",
        List.of("--num-profile-runs", "--config", "--artifact-dir", "--api-port"));
    return shown;
  }

  /** Returns the topics of the groups, in the order of the groups. */
  public List<String> groups() {
    return profile.argGroups().stream().map(ProfileHelp::wordOf).toList();
  }

  /** The topic of {@code EndpointOptions} is {@code endpoint}. */
  private static String wordOf(ArgGroupSpec group) {
    return group
        .typeInfo()
        .getType()
        .getSimpleName()
        .replaceFirst("Options$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the short form. */
  public CommandLine inShort() {
    CommandSpec shown = empty();
    UsageMessageSpec usage = shown.usageMessage();
    usage.customSynopsis(profile.usageMessage().customSynopsis());
    usage.description(profile.usageMessage().description());
    SHORT.forEach(
        (heading, names) ->
            addGroup(
                shown, "%n" + heading + "%n", names.stream().map(this::withoutAliases).toList()));
    List<String> footer =
        List.of(
            "",
            Quantities.HELP,
            "",
            "Ten minutes with 32 concurrent sessions and two service level objectives:",
            "  longhaul profile -m llama-3 --tokenizer builtin -u localhost:8000 --streaming \\",
            "    --concurrency 32 --benchmark-duration 10m --goodput 'ttft:200 request_latency:5s'",
            "Five requests per second on average; exit status 3 if the p99 of TTFT exceeds 0.5 s:",
            "  longhaul profile -m llama-3 --tokenizer builtin --streaming --request-rate 5rps \\",
            "    --request-count 1000 --fail-if 'ttft.p99>0.5s'",
            "A sweep with four runs, one for each concurrency:",
            "  longhaul profile -m llama-3 --tokenizer builtin --streaming --concurrency 1,4,16,64 \\",
            "    --benchmark-duration 2m",
            "",
            "More options:",
            "  longhaul profile --help all     all "
                + profile.options().stream().filter(option -> option.group() != null).count()
                + " options",
            "  longhaul profile --help GROUP   options of one of the groups below",
            "  longhaul profile --help WORD    options with WORD in their names, if it is not a group",
            "",
            "Groups:");
    usage.footer(
        Stream.concat(footer.stream(), wrapped(groups(), profile.usageMessage().width()).stream())
            .toArray(String[]::new));
    return sized(shown);
  }

  /** Returns an option with only the name of the short form and its letter. */
  private OptionSpec withoutAliases(String name) {
    OptionSpec option = requireNonNull(profile.optionsMap().get(name));
    String[] names =
        Arrays.stream(option.names())
            .filter(each -> each.equals(name) || !each.startsWith("--"))
            .toArray(String[]::new);
    return OptionSpec.builder(option).names(names).build();
  }

  /** Returns indented lines that fit into the width of the help. */
  private static List<String> wrapped(List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(INDENT);
    for (String word : words) {
      if (line.length() + 1 + word.length() + 1 >= width) {
        lines.add(line.toString());
        line.setLength(INDENT.length());
      }
      line.append(' ').append(word).append(',');
    }
    line.setLength(line.length() - 1);
    lines.add(line.toString());
    return lines;
  }

  /**
   * Returns the options of a group, or those whose names contain a word.
   *
   * @return empty if there are none
   */
  public Optional<CommandLine> about(String topic) {
    String word = topic.toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("^-+", "");
    CommandSpec shown = empty();
    for (ArgGroupSpec group : profile.argGroups()) {
      List<OptionSpec> options =
          group.options().stream()
              .filter(
                  option ->
                      wordOf(group).equals(word)
                          || (!groups().contains(word) && isNamed(option, word)))
              .toList();
      if (!options.isEmpty()) {
        addGroup(shown, group.heading(), options);
      }
    }
    shown.usageMessage().customSynopsis(profile.usageMessage().customSynopsis());
    shown.usageMessage().footer("", Quantities.HELP);
    return shown.argGroups().isEmpty() ? Optional.empty() : Optional.of(sized(shown));
  }

  private static boolean isNamed(OptionSpec option, String word) {
    return Arrays.stream(option.names()).anyMatch(name -> name.contains(word));
  }

  /** Returns the valid topics, for a message about an unknown one. */
  public String advice() {
    return ALL + ", a word in the names of options, or a group: " + String.join(", ", groups());
  }

  private CommandSpec empty() {
    CommandSpec shown = CommandSpec.create().name(profile.name());
    shown.usageMessage().sortOptions(false).descriptionHeading("%n");
    return shown;
  }

  private static void addGroup(CommandSpec shown, String heading, List<OptionSpec> options) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().heading(heading).validate(false).order(shown.argGroups().size());
    options.forEach(option -> group.addArg(OptionSpec.builder(option).build()));
    shown.addArgGroup(group.build());
  }

  private CommandLine sized(CommandSpec shown) {
    UsageMessageSpec usage = profile.usageMessage();
    return Converters.register(new CommandLine(shown))
        .setUsageHelpWidth(usage.width())
        .setUsageHelpLongOptionsMaxWidth(usage.longOptionsMaxWidth());
  }
}
