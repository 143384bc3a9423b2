package io.longhaul.cli.calibrate;

import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.control.RunFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The measured steps, in their order, and what follows from them.
 *
 * @param boundNanos the bound of the errors and of the lag, at the 99th percentile
 * @param steps the steps; a load may occur up to three times
 * @param within the highest load within the bound; empty if not even the lowest one was
 * @param beyond the lowest load beyond the bound; empty if none was
 * @param isInterrupted whether it was interrupted before the limit was known
 */
public record Calibration(
    long boundNanos,
    List<StepResult> steps,
    OptionalInt within,
    OptionalInt beyond,
    boolean isInterrupted) {

  /** The load that is measured first: enough requests for a 99th percentile in a few seconds. */
  private static final int FIRST_RATE = 50;

  public Calibration {
    steps = List.copyOf(steps);
  }

  /**
   * Measures rising loads until the limit is known, or this thread is interrupted.
   *
   * @param maxRate the highest load, in requests per second
   * @param measured receives each step when it is measured
   * @throws InterruptedException if it was interrupted before the first step was measured
   */
  public static Calibration measure(
      StepRunner runner, long boundNanos, int maxRate, Consumer<StepResult> measured)
      throws RunFailedException, ChildFailedException, IOException, InterruptedException {
    LoadLimitSearch search = new LoadLimitSearch(FIRST_RATE, maxRate);
    List<StepResult> steps = new ArrayList<>();
    boolean isInterrupted = false;
    try {
      for (OptionalInt load = search.next(); load.isPresent(); load = search.next()) {
        StepResult step = runner.run(load.getAsInt());
        steps.add(step);
        search.add(load.getAsInt(), step.isWithin(boundNanos));
        measured.accept(step);
      }
    } catch (InterruptedException e) {
      if (steps.isEmpty()) {
        throw e;
      }
      isInterrupted = true;
    }
    return new Calibration(
        boundNanos, steps, search.highestWithin(), search.lowestBeyond(), isInterrupted);
  }

  /**
   * Returns the step with the highest load within the bound; of several attempts with it, the last
   * one within the bound.
   */
  Optional<StepResult> limit() {
    return steps.stream()
        .filter(step -> within.isPresent() && step.requestsPerSecond() == within.getAsInt())
        .filter(step -> step.isWithin(boundNanos))
        .reduce((earlier, later) -> later);
  }
}
