package io.longhaul.cli.series;

import io.longhaul.config.options.Repeats;
import io.longhaul.report.aggregate.Convergence;
import io.longhaul.report.aggregate.RunOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Skips the remaining runs of a cell once its figures have converged, and prints this. */
final class ConvergenceFilter implements RunFilter {
  private final Repeats repeats;
  private final PrintStream err;
  private final Set<String> printed = new HashSet<>();

  ConvergenceFilter(Repeats repeats, PrintStream err) {
    this.repeats = repeats;
    this.err = err;
  }

  @Override
  public boolean wants(PlannedRun next, List<FinishedRun> ended) throws IOException {
    if (repeats.convergence().isEmpty()) {
      return true;
    }
    Convergence rule = repeats.convergence().get();
    List<RunOutcome> outcomes = new FinishedRuns(ended).outcomesOf(next.cell());
    Convergence.Result verdict = rule.of(outcomes, repeats.confidence());
    if (verdict.runs() == 0 && outcomes.stream().anyMatch(run -> !run.hasFailed())) {
      printOnce(
          rule.figure(),
          "Note: no run has " + rule.figure() + ", so convergence cannot be checked");
    } else if (verdict.isReached()) {
      printOnce(next.cell(), sentence(next, verdict));
    }
    return !verdict.isReached();
  }

  private void printOnce(String about, String sentence) {
    if (printed.add(about)) {
      err.println(sentence);
    }
  }

  private static String sentence(PlannedRun next, Convergence.Result verdict) {
    return String.format(
        Locale.ROOT,
        "%s%d runs are enough: %s has converged (%s %.4f, less than %s)",
        next.cell().isEmpty() ? "" : next.cell() + ": ",
        verdict.runs(),
        verdict.rule().figure(),
        verdict.rule().mode().word(),
        verdict.spread(),
        verdict.rule().threshold());
  }
}
