package io.longhaul.report.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what one check finds, with the first offenders only. For one thread. */
public final class Findings {
  /** Maximum number of offenders that are listed. */
  public static final int MOST_OFFENDERS = 100;

  private final Check check;
  private final List<String> offenders = new ArrayList<>();
  private final Set<String> declared = new LinkedHashSet<>();
  private String compared = "";
  private long problems;

  public Findings(Check check) {
    this.check = check;
  }

  /** Adds a disagreement. */
  public void problem(String sentence) {
    problems++;
    if (offenders.size() < MOST_OFFENDERS) {
      offenders.add(sentence);
    }
  }

  /** Adds a loss that the run itself has declared; a sentence counts once. */
  public void declared(String sentence) {
    if (declared.size() < MOST_OFFENDERS) {
      declared.add(sentence);
    }
  }

  /** Sets what was compared. */
  public void compared(String what) {
    compared = what;
  }

  /** Returns what was found so far. */
  public CheckResult result() {
    return new CheckResult(check, compared, problems, offenders, List.copyOf(declared));
  }
}
