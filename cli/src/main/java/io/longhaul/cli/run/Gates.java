package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.sinks.json.FailConditions;
import io.longhaul.sinks.report.RunReport;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run had to pass: conditions under which it has failed, and those that stop its load. Read
 * from its rows alone, so a report judges as the run did.
 */
public final class Gates {
  private final RunReport report;

  public Gates(RunReport report) {
    this.report = report;
  }

  /**
   * Says which of them it has not passed.
   *
   * @return reasons for an exit status; empty when it passed all
   */
  public List<ExitCode> judge(PrintStream err) {
    String stopCondition = report.run().getStopCondition();
    List<String> failures =
        Stream.concat(
                Stream.of(stopCondition)
                    .filter(condition -> !condition.isEmpty())
                    .map(condition -> "Stop condition: " + condition),
                FailConditions.missed(report).stream()
                    .map(result -> "Threshold missed: " + result.text()))
            .toList();
    failures.forEach(err::println);
    return failures.isEmpty() ? List.of() : List.of(ExitCode.THRESHOLD_MISSED);
  }
}
