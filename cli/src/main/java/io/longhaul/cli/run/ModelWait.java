package io.longhaul.cli.run;

import io.longhaul.config.value.ReadinessWait;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.plan.RunPlan;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Waits until servers are ready, sequentially for each model at each URL. */
final class ModelWait {
  /** Minimum timeout of a probe, because loading a model can delay the first response. */
  private static final long MIN_LIST_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long MIN_INFERENCE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final ReadinessWait wait;
  private final ReadinessProbe probe;
  private final PrintStream err;

  /**
   * @param err receives a line for each model that is not ready
   */
  ModelWait(ReadinessWait wait, ReadinessProbe probe, PrintStream err) {
    this.wait = wait;
    this.probe = probe;
    this.err = err;
  }

  /** One readiness check of a server. */
  private interface ReadinessCheck {
    /** Returns why the server is not ready; empty if it is ready. */
    Optional<String> whyNotReady(long timeoutNanos);
  }

  /**
   * Waits until every model is ready at every URL.
   *
   * @throws RunFailedException with {@link ExitCode#TARGET_FAILED} if one is not ready in time
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
    String why = "";
    boolean first = true;
    while (true) {
      long startNanos = System.nanoTime();
      long left = Math.max(1, ends - startNanos);
      long timeout = Math.min(Math.max(minTimeoutNanos, wait.intervalNanos()), left);
      Optional<String> answer = readiness.whyNotReady(timeout);
      if (answer.isEmpty()) {
        return;
      }
      boolean timedOut = timeout == left && System.nanoTime() - startNanos >= timeout;
      if (first || !timedOut) {
        why = answer.get();
      }
      left = ends - System.nanoTime();
      if (left <= 0) {
        throw notReady(url, model, why);
      }
      if (first) {
        err.println("Waiting for " + model + " at " + url + ": " + why);
        first = false;
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, wait.intervalNanos()));
    }
  }

  private RunFailedException notReady(String url, String model, String why) {
    String seconds =
        BigDecimal.valueOf(wait.timeoutNanos(), 9).stripTrailingZeros().toPlainString();
    return new RunFailedException(
        ExitCode.TARGET_FAILED,
        "Cannot start: %s at %s is not ready after %s s: %s (check the server, or increase --wait-for-model-timeout)"
            .formatted(model, url, seconds, why));
  }
}
