package io.longhaul.cli.run;

import io.longhaul.report.verify.Verification;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.util.Optional;

/** One sentence about a lake that does not agree with itself, with the command that lists why. */
public final class VerifyHint {
  private VerifyHint() {}

  /** Returns the sentence; empty if the lake agrees. */
  public static Optional<String> of(Verification verification, ExportLayout layout, Lake lake) {
    if (verification.agrees()) {
      return Optional.empty();
    }
    long more = verification.problems() - 1;
    return Optional.of(
        "the lake does not agree with itself: %s%s (to list everything: %s)"
            .formatted(
                verification.offenders().get(0),
                more == 0
                    ? ""
                    : "; and %,d more %s".formatted(more, more == 1 ? "problem" : "problems"),
                ReportHint.of("verify", layout, lake, verification.runId())));
  }
}
