package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A whole {@code longhaul profile} on a {@link SharedPipeline}: command and generators are threads
 * of this process. It needs a fraction of the CPU time of a {@link RunningProfile}, which starts a
 * broker, a job and generators of its own.
 */
final class PipelineRun {
  private static final long STEP_TIMEOUT_SECONDS = 600;

  private final CompletableFuture<EndedCommand> profile;
  private final List<CompletableFuture<Integer>> generators;

  PipelineRun(
      CompletableFuture<EndedCommand> profile, List<CompletableFuture<Integer>> generators) {
    this.profile = profile;
    this.generators = generators;
  }

  /** Waits for a condition during the run. */
  void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_TIMEOUT_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(profile).as("the run").isNotDone();
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Waits for its end, and for the end of its generators. */
  EndedCommand ended() {
    assertThat(profile).succeedsWithin(STEP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    EndedCommand ended = profile.join();
    for (CompletableFuture<Integer> generator : generators) {
      assertThat(generator)
          .as(ended.err())
          .succeedsWithin(SharedPipeline.EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
          .isEqualTo(0);
    }
    return ended;
  }
}
