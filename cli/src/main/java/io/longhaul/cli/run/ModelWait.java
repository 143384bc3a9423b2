package io.longhaul.cli.run;

import io.longhaul.cli.coordinator.ExitCode;
import io.longhaul.cli.coordinator.RunFailedException;
import io.longhaul.cli.options.ReadinessWait;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.plan.RunPlan;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Waits for servers that are still starting: one model at one URL after the other. */
final class ModelWait {
  /** So long a question may take at least: loading a model can hold the first answer up. */
  private static final long MIN_LIST_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long MIN_INFERENCE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ReadinessWait wait;
  private final ReadinessProbe probe;
  private final PrintStream err;

  /**
   * @param err takes what is waited for
   */
  ModelWait(ReadinessWait wait, ReadinessProbe probe, PrintStream err) {
    this.wait = wait;
    this.probe = probe;
    this.err = err;
  }

  /** One look at a server. */
  private interface ReadinessCheck {
    /** Why the server is not ready; empty when it is. */
    Optional<String> whyNotReady(long timeoutNanos);
  }

  /**
   * Returns when every model is ready at every URL.
   *
   * @throws RunFailedException with {@link ExitCode#TARGET_FAILED} when one is not in time
   */
  void await(RunPlan plan) throws RunFailedException, InterruptedException {
    for (String url : plan.target().urls()) {
      for (String model : plan.request().models()) {
        if (wait.mode().asksForModels()) {
          await(
              url,
              model,
              MIN_LIST_TIMEOUT_NANOS,
              timeoutNanos -> probe.whyModelIsNotListed(url, model, timeoutNanos));
        }
      }
      for (String model : plan.request().models()) {
        if (wait.mode().asksForInference()) {
          await(
              url,
              model,
              MIN_INFERENCE_TIMEOUT_NANOS,
              timeoutNanos -> probe.whyInferenceFails(url, model, timeoutNanos));
        }
      }
    }
  }

  private void await(String url, String model, long minTimeoutNanos, ReadinessCheck readiness)
      throws RunFailedException, InterruptedException {
    long ends = System.nanoTime() + wait.timeoutNanos();
    String why = null;
    while (true) {
      long startNanos = System.nanoTime();
      long left = Math.max(1, ends - startNanos);
      long timeout = Math.min(Math.max(minTimeoutNanos, wait.intervalNanos()), left);
      Optional<String> answer = readiness.whyNotReady(timeout);
      if (answer.isEmpty()) {
        return;
      }
      boolean timedOut = timeout == left && System.nanoTime() - startNanos >= timeout;
      boolean first = why == null;
      if (first || !timedOut) {
        why = answer.get();
      }
      left = ends - System.nanoTime();
      if (left <= 0) {
        throw notReady(url, model, why);
      }
      if (first) {
        err.println("Waiting for " + model + " at " + url + ": " + why);
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, wait.intervalNanos()));
    }
  }

  private RunFailedException notReady(String url, String model, String why) {
    String seconds =
        BigDecimal.valueOf(wait.timeoutNanos(), 9).stripTrailingZeros().toPlainString();
    return new RunFailedException(
        ExitCode.TARGET_FAILED,
        "Cannot begin: %s at %s is not ready after %s s: %s (look at the server, or wait longer with --wait-for-model-timeout)"
            .formatted(model, url, seconds, why),
        List.of());
  }
}
