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

/** One parameter of a sweep and its values as typed. */
final class SweptValues {
  private static final String TYPE = "--sweep-type";
  private static final String RANGE = "--sweep-range";
  private static final String LIST = "--sweep-list";
  private static final List<String> OPTIONS = List.of(TYPE, RANGE, LIST);

  /** The values, each of which is a run. */
  private static final int MOST_POINTS = 1_000;

  /** The options of the parameter as typed. */
  private final Map<String, String> given = new HashMap<>();

  /**
   * Returns the values of the swept parameters of {@code genai-perf analyze} in their order. Each
   * further type starts a further parameter, to which the following options belong.
   *
   * @param others receives the arguments that all points have in common
   */
  static Map<SweptParameter, List<Long>> read(
      List<String> typed, List<String> others, OptionProblems problems) {
    SweptValues last = new SweptValues();
    List<SweptValues> all = new ArrayList<>(List.of(last));
    for (int at = 0; at < typed.size(); at++) {
      String word = typed.get(at);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!OPTIONS.contains(name)) {
        others.add(word);
      } else if (equals < 0 && at + 1 == typed.size()) {
        problems.invalid(name, "no value", "give one");
      } else {
        if (name.equals(TYPE) && last.given.containsKey(TYPE)) {
          last = new SweptValues();
          all.add(last);
        }
        last.given.put(name, equals < 0 ? typed.get(++at) : word.substring(equals + 1));
      }
    }
    Map<SweptParameter, List<Long>> values = new LinkedHashMap<>();
    all.forEach(swept -> swept.addTo(values, problems));
    long points = values.values().stream().mapToLong(List::size).reduce(1, (a, b) -> a * b);
    if (values.size() > 1 && points > MOST_POINTS) {
      problems.invalid(
          "sweep",
          points + " points",
          "no more than " + MOST_POINTS + ", because each one is a run");
    }
    return values;
  }

  private void addTo(Map<SweptParameter, List<Long>> values, OptionProblems problems) {
    Optional<SweptParameter> named =
        Arrays.stream(SweptParameter.values())
            .filter(each -> each.word().equals(given.get(TYPE)))
            .findFirst();
    if (named.isEmpty()) {
      List<String> types = Arrays.stream(SweptParameter.values()).map(Keyword::word).toList();
      problems.invalid(TYPE, given.getOrDefault(TYPE, "no value"), String.join(", ", types));
    } else if (values.put(named.get(), of(named.get(), problems)) != null) {
      problems.invalid(TYPE, named.get().word(), "each of them once");
    }
  }

  /** A list has precedence over a range, as in GenAI-Perf. */
  private List<Long> of(SweptParameter parameter, OptionProblems problems) {
    String option = given.containsKey(LIST) ? LIST : RANGE;
    String value = given.get(option);
    if (value == null) {
      problems.needs(TYPE, given.get(TYPE), RANGE + " or " + LIST);
      return List.of();
    }
    LongStream all =
        option.equals(LIST) ? ofList(value, problems) : ofRange(value, parameter, problems);
    List<Long> values = all.limit(MOST_POINTS + 1L).boxed().toList();
    if (values.size() > MOST_POINTS) {
      problems.invalid(
          option, value, "no more than " + MOST_POINTS + " points, because each one is a run");
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
      String range, SweptParameter parameter, OptionProblems problems) {
    if (!range.matches("[0-9]{1,9}:[0-9]{1,9}(:[0-9]{1,9})?")) {
      problems.invalid(RANGE, range, "MIN:MAX or MIN:MAX:STEP, whole numbers");
      return LongStream.empty();
    }
    long[] bounds = Stream.of(range.split(":", -1)).mapToLong(Long::parseLong).toArray();
    long min = bounds[0];
    long max = bounds[1];
    boolean byStep = bounds.length == 3;
    if (min < 1 || min >= max || (byStep && bounds[2] < 1)) {
      problems.invalid(RANGE, range, "numbers of 1 and more, MIN less than MAX");
      return LongStream.empty();
    }
    if (!parameter.takes(min, max, byStep)) {
      problems.invalid(RANGE, range, "powers of two, without a step; for others, use " + LIST);
      return LongStream.empty();
    }
    return byStep
        ? LongStream.iterate(min, value -> value <= max, value -> value + bounds[2])
        : parameter.usualValues(min, max);
  }
}
