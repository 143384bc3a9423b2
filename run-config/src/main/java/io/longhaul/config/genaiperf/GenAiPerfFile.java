package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.runfile.Scalars;
import io.longhaul.config.runfile.Section;
import io.longhaul.config.runfile.YamlTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A YAML file of GenAI-Perf, with the options of its command line. A key with an empty text counts
 * as missing, as in GenAI-Perf.
 */
public final class GenAiPerfFile {
  private final OptionProblems problems = new OptionProblems();
  private final GenAiPerfArguments arguments = new GenAiPerfArguments();
  private final String fileName;
  private boolean isSweep;

  private GenAiPerfFile(Path file) {
    this.fileName = String.valueOf(file.getFileName());
  }

  /**
   * The content of a file.
   *
   * @param arguments options of {@code genai-perf profile} or {@code genai-perf analyze}
   * @param isSweep whether the command is {@code analyze}
   * @param notes what has no effect here, in sentences
   */
  public record Content(GenAiPerfArguments arguments, boolean isSweep, List<String> notes) {}

  /**
   * Reads a file. The commands check its values.
   *
   * @throws InvalidOptionsException with all keys that are not supported
   */
  public static Content read(Path file) throws InvalidOptionsException {
    GenAiPerfFile read = new GenAiPerfFile(file);
    YamlTree.read(file, read.problems)
        .ifPresent(tree -> read.root(new Section("", tree, read.problems)));
    read.problems.throwIfAny();
    return new Content(read.arguments, read.isSweep, read.problems.notes());
  }

  private void root(Section root) {
    List<String> models = new ArrayList<>(root.texts("modelName"));
    models.addAll(root.texts("modelNames"));
    if (models.stream().anyMatch(each -> !each.isBlank())) {
      List<String> names = new ArrayList<>();
      models.forEach(each -> List.of(each.split(",")).forEach(name -> names.add(name.strip())));
      String key = root.has("modelNames") ? "modelNames" : "modelName";
      add(GenAiPerfOption.MODEL, names, root.pathOf(key));
    }
    isSweep = root.section("analyze").filter(each -> !each.isEmpty()).isPresent();
    if (isSweep && root.value("analyze").orElse(null) instanceof Map<?, ?> analyze) {
      analyze.forEach((parameter, range) -> sweep(String.valueOf(parameter), range));
    }
    root.read("endpoint", this::endpoint);
    root.read("perfAnalyzer", this::load);
    root.read("input", input -> options(input, "input."));
    root.read("output", this::output);
    root.read("tokenizer", tokenizer -> options(tokenizer, "tokenizer."));
    root.section("process")
        .flatMap(process -> text(process, "inputPath"))
        .ifPresent(
            path ->
                problems.invalid("process", path, "give it to genai-perf process-export-files"));
    root.refuseRest();
  }

  private void sweep(String parameter, Object range) {
    String path = "analyze." + parameter;
    if (!(range instanceof Map<?, ?> map)) {
      problems.invalid(path, Scalars.kindOf(range), "start and stop, and optionally step");
      return;
    }
    Section bounds = new Section(path, map, problems);
    Optional<String> start = bounds.text("start");
    Optional<String> stop = bounds.text("stop");
    String step = bounds.text("step").map(each -> ":" + each).orElse("");
    bounds.refuseRest();
    if (start.isEmpty() || stop.isEmpty()) {
      problems.invalid(path, "no range", "start and stop, and optionally step");
    } else {
      arguments
          .swept()
          .addRange(path + " in " + fileName, parameter, start.get() + ":" + stop.get() + step);
    }
  }

  private static Optional<String> text(Section section, String key) {
    return section.text(key).filter(value -> !value.isEmpty());
  }

  /**
   * Reads the keys of a section that are options, and its sections.
   *
   * @param path the path of the section, which ends with a dot
   */
  private void options(Section section, String path) {
    Set<String> sections = new LinkedHashSet<>();
    for (GenAiPerfOption option : GenAiPerfOption.values()) {
      if (option.key().startsWith(path)) {
        String key = option.key().substring(path.length());
        int dot = key.indexOf('.');
        if (dot < 0) {
          option(section, key, option);
        } else {
          sections.add(key.substring(0, dot));
        }
      }
    }
    sections.forEach(key -> section.read(key, below -> options(below, path + key + ".")));
  }

  private void option(Section section, String key, GenAiPerfOption option) {
    switch (option) {
      case EXTRA_INPUTS -> pairs(section, key, ",", option);
      case GOODPUT -> pairs(section, key, " ", option);
      case HEADER -> section.texts(key).forEach(header -> add(option, header, section.pathOf(key)));
      default -> {
        if (option.takes().isVariable()) {
          add(option, String.join(",", section.texts(key)), section.pathOf(key));
        } else if (option.takes().max() > 0) {
          add(option, section.text(key).orElse(""), section.pathOf(key));
        } else if (text(section, key).isPresent() && section.isTrue(key)) {
          add(option, List.of(), section.pathOf(key));
        }
      }
    }
  }

  private void add(GenAiPerfOption option, String value, String path) {
    if (!value.isEmpty()) {
      add(option, List.of(value), path);
    }
  }

  private void add(GenAiPerfOption option, List<String> values, String path) {
    arguments.add(option, values, path + " in " + fileName);
  }

  /** Reads a mapping, or its text. */
  private void pairs(Section section, String key, String between, GenAiPerfOption option) {
    if (!(section.value(key).orElse(null) instanceof Map<?, ?> map)) {
      add(option, section.text(key).orElse(""), section.pathOf(key));
      return;
    }
    List<String> pairs = new ArrayList<>();
    map.forEach(
        (name, value) -> {
          if (!Scalars.isScalar(value)) {
            problems.invalid(
                section.pathOf(key) + "." + name,
                Scalars.kindOf(value),
                "a single value; give " + option.shown() + " on the command line");
          }
          pairs.add(name + ":" + Scalars.typed(value));
        });
    add(option, String.join(between, pairs), section.pathOf(key));
  }

  private void endpoint(Section endpoint) {
    options(endpoint, "endpoint.");
    option(endpoint, "serverMetricsUrl", GenAiPerfOption.SERVER_METRICS_URLS);
  }

  private void output(Section output) {
    options(output, "output.");
    // It has no effect: checkpoints are rejected where they are enabled.
    output.value("checkpointDirectory");
  }

  private void load(Section analyzer) {
    for (String own : new String[] {"path", "verbose"}) {
      if (analyzer.has(own)) {
        analyzer.noteNoEffect(own, "Longhaul does not use Perf Analyzer");
      }
    }
    if (analyzer.value("stimulus").orElse(null) instanceof Map) {
      analyzer.read("stimulus", this::stimulus);
    } else {
      text(analyzer, "stimulus")
          .ifPresent(text -> named(analyzer.pathOf("stimulus"), text, Optional.empty()));
    }
    options(analyzer, "perfAnalyzer.");
    analyzer.read("measurement", this::measurement);
  }

  private void stimulus(Section stimulus) {
    for (String key :
        new String[] {
          "concurrency", "requestRate", "sessionConcurrency", "sessionRequestRate", "fixedSchedule"
        }) {
      if (stimulus.has(key)) {
        named(stimulus.pathOf(key), key, stimulus.text(key));
      }
    }
  }

  private void named(String path, String stimulus, Optional<String> value) {
    switch (Section.camelCase(stimulus)) {
      case "concurrency" -> add(GenAiPerfOption.CONCURRENCY, List.of(value.orElse("1")), path);
      case "requestRate" -> add(GenAiPerfOption.REQUEST_RATE, List.of(value.orElse("")), path);
      case "sessionConcurrency" ->
          add(GenAiPerfOption.SESSION_CONCURRENCY, List.of(value.orElse("1")), path);
      case "fixedSchedule" -> {
        if (!value.orElse("").equalsIgnoreCase("false")) {
          add(GenAiPerfOption.FIXED_SCHEDULE, List.of(), path);
        }
      }
      default ->
          problems.invalid(
              path, stimulus, "concurrency, request_rate, session_concurrency or fixed_schedule");
    }
  }

  private void measurement(Section measurement) {
    String mode = text(measurement, "mode").orElse("request_count");
    Optional<String> number = text(measurement, "num");
    switch (mode) {
      case "request_count" ->
          number.ifPresent(
              count ->
                  add(GenAiPerfOption.REQUEST_COUNT, List.of(count), measurement.pathOf("num")));
      case "interval" ->
          add(
              GenAiPerfOption.MEASUREMENT_INTERVAL,
              List.of(number.orElse("10000")),
              measurement.pathOf(number.isPresent() ? "num" : "mode"));
      default -> measurement.invalid("mode", mode, "request_count or interval");
    }
  }
}
