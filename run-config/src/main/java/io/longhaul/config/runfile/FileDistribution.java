package io.longhaul.config.runfile;

import java.util.Map;
import java.util.Optional;

/**
 * A distribution in a file, in one of the two forms of AIPerf that options support: a single value,
 * or a mean with a standard deviation.
 */
record FileDistribution(String path, String mean, Optional<String> deviation) {
  private static final String WANTED =
      "a number, {value}, or {mean, stddev}; other distributions are not supported";

  /** Returns the value of a key; empty if it is missing or, after reporting it, invalid. */
  static Optional<FileDistribution> of(Section section, String key) {
    Optional<Object> value = section.value(key);
    String path = section.pathOf(key);
    if (value.isPresent() && value.get() instanceof Map<?, ?> map) {
      return ofSection(section.below(key, map));
    }
    if (value.isPresent() && Scalars.ofText(Scalars.typed(value.get())) instanceof Number) {
      return Optional.of(new FileDistribution(path, Scalars.typed(value.get()), Optional.empty()));
    }
    value.ifPresent(other -> section.invalid(key, Scalars.kindOf(other), WANTED));
    return Optional.empty();
  }

  private static Optional<FileDistribution> ofSection(Section section) {
    for (String key : new String[] {"median", "peaks", "points", "min", "max"}) {
      if (section.has(key)) {
        section.invalid("with " + key, WANTED);
        return Optional.empty();
      }
    }
    Optional<String> value = section.text("value");
    Optional<String> mean = section.text("mean");
    Optional<String> deviation = section.text("stddev");
    section.refuseRest();
    if (value.isPresent() == mean.isPresent() || (value.isPresent() && deviation.isPresent())) {
      section.invalid("a mapping", WANTED);
      return Optional.empty();
    }
    return Optional.of(new FileDistribution(section.path(), value.or(() -> mean).get(), deviation));
  }

  void addTo(FileArguments words, String option, String deviationOption) {
    words.add(option, path, mean);
    deviation.ifPresent(typed -> words.add(deviationOption, path + ".stddev", typed));
  }
}
