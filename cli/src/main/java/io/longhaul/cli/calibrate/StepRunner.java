package io.longhaul.cli.calibrate;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.control.RunFailedException;
import java.io.IOException;

/** Measures one load. */
@FunctionalInterface
public interface StepRunner {
  /**
   * Measures a load; takes several times its duration.
   *
   * @throws RunFailedException if the load could not be measured at all
   */
  StepResult run(int requestsPerSecond)
      throws RunFailedException, ChildFailedException, IOException, InterruptedException;
}
