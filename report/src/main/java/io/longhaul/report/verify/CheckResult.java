package io.longhaul.report.verify;

import java.util.List;

/**
 * The result of one check.
 *
 * @param compared what was compared, with figures, such as {@code 14 files with 1,358 rows}
 * @param problems number of disagreements
 * @param offenders sentences about the first of them
 * @param declared losses that the run itself has declared, one sentence each
 */
public record CheckResult(
    Check check, String compared, long problems, List<String> offenders, List<String> declared) {

  public CheckResult {
    offenders = List.copyOf(offenders);
    declared = List.copyOf(declared);
  }
}
