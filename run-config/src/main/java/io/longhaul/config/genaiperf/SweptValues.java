package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.endpoint.request.Keyword;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Range;

/** The parameters of a sweep and their values. */
final class SweptValues {
  private static final String TYPE = "--sweep-type";
  private static final String RANGE = "--sweep-range";
  private static final String LIST = "--sweep-list";

  /** The options of a parameter. */
  static final List<String> OPTIONS = List.of(TYPE, RANGE, LIST);

  /** The number of values of each option. */
  static final Range TAKES = Range.valueOf("1");

  /** The values, each of which is a run. */
  private static final int MOST_POINTS = 1_000;

  /**
   * The options of a parameter as typed.
   *
   * @param source what messages call the options, if not by their names
   */
  private record Parameter(Map<String, String> given, Optional<String> source) {
    String shown(String option) {
      return source.orElse(option);
    }
  }

  private final List<Parameter> parameters = new ArrayList<>();

  /**
   * Adds an option. Each further type starts a further parameter, to which the following options
   * belong.
   */
  void add(String option, String value) {
    if (parameters.isEmpty() || (option.equals(TYPE) && last().containsKey(TYPE))) {
      parameters.add(new Parameter(new HashMap<>(), Optional.empty()));
    }
    last().put(option, value);
  }

  /**
   * Adds a parameter with a range of values.
   *
   * @param source what messages call the range
   * @param range {@code MIN:MAX} or {@code MIN:MAX:STEP}
   */
  void addRange(String source, String parameter, String range) {
    Map<String, String> given = new HashMap<>(Map.of(TYPE, parameter, RANGE, range));
    parameters.add(new Parameter(given, Optional.of(source)));
  }

  private Map<String, String> last() {
    return parameters.get(parameters.size() - 1).given();
  }

  /** Returns the values of the parameters in their order, and reports invalid ones. */
  Map<SweptParameter, List<Long>> read(OptionProblems problems) {
    Map<SweptParameter, List<Long>> values = new LinkedHashMap<>();
    Parameter none = new Parameter(Map.of(), Optional.empty());
    List<Parameter> all = parameters.isEmpty() ? List.of(none) : parameters;
    all.forEach(parameter -> addTo(values, parameter, problems));
    long points = values.values().stream().mapToLong(List::size).reduce(1, (a, b) -> a * b);
    if (values.size() > 1 && points > MOST_POINTS) {
      problems.invalid(
          "sweep",
          points + " points",
          "no more than " + MOST_POINTS + ", because each one is a run");
    }
    return values;
  }

  private static void addTo(
      Map<SweptParameter, List<Long>> values, Parameter parameter, OptionProblems problems) {
    Map<String, String> given = parameter.given();
    Optional<SweptParameter> named =
        Arrays.stream(SweptParameter.values())
            .filter(each -> each.word().equals(given.get(TYPE)))
            .findFirst();
    if (named.isEmpty()) {
      List<String> types = Arrays.stream(SweptParameter.values()).map(Keyword::word).toList();
      problems.invalid(
          parameter.shown(TYPE), given.getOrDefault(TYPE, "no value"), String.join(", ", types));
    } else if (values.put(named.get(), of(named.get(), parameter, problems)) != null) {
      problems.invalid(parameter.shown(TYPE), named.get().word(), "each of them once");
    }
  }

  /** A list has precedence over a range, as in GenAI-Perf. */
  private static List<Long> of(SweptParameter swept, Parameter parameter, OptionProblems problems) {
    Map<String, String> given = parameter.given();
    String option = given.containsKey(LIST) ? LIST : RANGE;
    String value = given.get(option);
    if (value == null) {
      problems.needs(TYPE, given.get(TYPE), RANGE + " or " + LIST);
      return List.of();
    }
    LongStream all =
        option.equals(LIST)
            ? ofList(value, problems)
            : ofRange(value, swept, parameter.shown(RANGE), problems);
    List<Long> values = all.limit(MOST_POINTS + 1L).boxed().toList();
    if (values.size() > MOST_POINTS) {
      problems.invalid(
          parameter.shown(option),
          value,
          "no more than " + MOST_POINTS + " points, because each one is a run");
    }
    return values;
  }

  private static LongStream ofList(String list, OptionProblems problems) {
    if (!list.matches("[0-9]{1,9}(,[0-9]{1,9})*")) {
      problems.invalid(LIST, list, "whole numbers separated by commas, such as 1,2,4");
      return LongStream.empty();
    }
    return Stream.of(list.split(",", -1)).mapToLong(Long::parseLong);
  }

  private static LongStream ofRange(
      String range, SweptParameter parameter, String shown, OptionProblems problems) {
    if (!range.matches("[0-9]{1,9}:[0-9]{1,9}(:[0-9]{1,9})?")) {
      problems.invalid(shown, range, "MIN:MAX or MIN:MAX:STEP, whole numbers");
      return LongStream.empty();
    }
    long[] bounds = Stream.of(range.split(":", -1)).mapToLong(Long::parseLong).toArray();
    long min = bounds[0];
    long max = bounds[1];
    boolean byStep = bounds.length == 3;
    if (min < 1 || min >= max || (byStep && bounds[2] < 1)) {
      problems.invalid(shown, range, "numbers of 1 and more, MIN less than MAX");
      return LongStream.empty();
    }
    if (!parameter.takes(min, max, byStep)) {
      problems.invalid(shown, range, "powers of two, without a step; for others, use " + LIST);
      return LongStream.empty();
    }
    return byStep
        ? LongStream.iterate(min, value -> value <= max, value -> value + bounds[2])
        : parameter.usualValues(min, max);
  }
}
