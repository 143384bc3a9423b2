package io.longhaul.cli.api;

import io.longhaul.export.ErrorCount;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds of errors that have metrics of their own: those that occurred first in the run. All
 * further kinds are one, so that no run has an unlimited number of time series.
 */
final class ErrorKinds {
  static final int MAX_KINDS = 20;
  private static final Kind OTHER = new Kind("other", "", "");

  private static final Comparator<ErrorCount> FIRST =
      Comparator.comparingLong(ErrorCount::getFirstEpochNs)
          .thenComparing(ErrorCount::getOutcome)
          .thenComparing(ErrorCount::getReason);

  private final Set<Kind> own;

  /**
   * A kind of error.
   *
   * @param status HTTP status; empty without one
   */
  record Kind(String outcome, String status, String reason) {
    static Kind of(ErrorCount error) {
      String status = error.getStatus() == null ? "" : error.getStatus().toString();
      return new Kind(error.getOutcome(), status, error.getReason());
    }

    /** Returns names and values of labels in turn. */
    String[] labels() {
      return new String[] {"outcome", outcome, "status", status, "reason", reason};
    }
  }

  /**
   * @param ofRun all errors of the run so far
   */
  ErrorKinds(List<ErrorCount> ofRun) {
    own =
        ofRun.stream()
            .sorted(FIRST)
            .limit(MAX_KINDS)
            .map(Kind::of)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the number of errors of each kind. */
  Map<Kind, Long> counts(List<ErrorCount> errors) {
    Map<Kind, Long> counts = new LinkedHashMap<>();
    for (ErrorCount error : errors) {
      Kind kind = Kind.of(error);
      counts.merge(own.contains(kind) ? kind : OTHER, error.getCount(), Long::sum);
    }
    return counts;
  }
}
