package io.longhaul.report.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The result of a verification as lines of text. */
public record VerificationText(Verification verification) {

  /** Returns one line per check, then what is wrong or lost. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (CheckResult result : verification.results()) {
      Check check = result.check();
      String state = result.problems() > 0 ? "WRONG" : result.declared().isEmpty() ? "ok" : "lost";
      lines.add(
          "%-5s  %-3s  %s (%s)"
              .formatted(state, check.invariant(), check.claim(), result.compared()));
    }
    addDeclared(lines);
    addOffenders(lines);
    return lines;
  }

  private void addDeclared(List<String> lines) {
    if (verification.declared().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Lost, as the run itself has declared:");
    verification.declared().forEach(sentence -> lines.add("  " + sentence));
  }

  private void addOffenders(List<String> lines) {
    List<String> shown = verification.offenders();
    if (shown.isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Wrong:");
    shown.forEach(sentence -> lines.add("  " + sentence));
    long more = verification.problems() - shown.size();
    if (more > 0) {
      lines.add("  and %,d more".formatted(more));
    }
    lines.add("");
    lines.add("What to do:");
    Set<String> remedies = new LinkedHashSet<>();
    for (CheckResult result : verification.results()) {
      if (result.problems() > 0) {
        remedies.add(result.check().remedy());
      }
    }
    remedies.forEach(remedy -> lines.add("  " + remedy));
  }
}
