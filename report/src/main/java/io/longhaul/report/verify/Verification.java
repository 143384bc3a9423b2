package io.longhaul.report.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the checks of a run found.
 *
 * @param results in the order of the checks
 */
public record Verification(String runId, List<CheckResult> results) {

  public Verification {
    results = List.copyOf(results);
  }

  /** Returns whether everything agrees; data that the run declared lost does not count. */
  public boolean agrees() {
    return problems() == 0;
  }

  /** Returns whether everything agrees and nothing is lost. */
  public boolean isWhole() {
    return agrees() && declared().isEmpty();
  }

  /** Returns the number of disagreements. */
  public long problems() {
    return results.stream().mapToLong(CheckResult::problems).sum();
  }

  /** Returns the losses that the run has declared, each once. */
  public List<String> declared() {
    Set<String> declared = new LinkedHashSet<>();
    results.forEach(result -> declared.addAll(result.declared()));
    return List.copyOf(declared);
  }

  /** Returns sentences about the first disagreements. */
  public List<String> offenders() {
    return results.stream()
        .flatMap(result -> result.offenders().stream())
        .limit(Findings.MOST_OFFENDERS)
        .toList();
  }

  /** Returns this result with those of another check. */
  public Verification with(CheckResult more) {
    List<CheckResult> all = new ArrayList<>(results);
    all.add(more);
    return new Verification(runId, all);
  }
}
