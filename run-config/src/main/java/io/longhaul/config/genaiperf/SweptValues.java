package io.longhaul.config.genaiperf;

import io.longhaul.config.binding.OptionProblems;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One parameter of a sweep and its values as typed. */
final class SweptValues {
  static final String TYPE = "--sweep-type";
  private static final String RANGE = "--sweep-range";
  private static final String LIST = "--sweep-list";
  static final List<String> OPTIONS = List.of(TYPE, RANGE, LIST);

  /** The values, each of which is a run. */
  static final int MOST_POINTS = 1_000;

  private @Nullable String type;
  private @Nullable String range;
  private @Nullable String list;

  void take(String name, String value) {
    switch (name) {
      case TYPE -> type = value;
      case RANGE -> range = value;
      default -> list = value;
    }
  }

  boolean hasType() {
    return type != null;
  }

  Optional<SweptParameter> parameter(OptionProblems problems) {
    Optional<SweptParameter> named = Optional.ofNullable(type).flatMap(SweptParameter::named);
    if (named.isEmpty()) {
      problems.invalid(
          TYPE, type == null ? "none" : type, String.join(", ", SweptParameter.typedNames()));
    }
    return named;
  }

  /** A list has precedence over a range, as in GenAI-Perf. */
  List<Long> of(SweptParameter parameter, OptionProblems problems) {
    LongStream all = LongStream.empty();
    if (list != null) {
      all = ofList(list, problems);
    } else if (range != null) {
      all = ofRange(range, parameter, problems);
    } else {
      problems.needs(TYPE, type, RANGE + " or " + LIST);
    }
    List<Long> values = all.limit(MOST_POINTS + 1L).boxed().toList();
    if (values.size() > MOST_POINTS) {
      problems.invalid(
          list == null ? RANGE : LIST,
          list == null ? range : list,
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
