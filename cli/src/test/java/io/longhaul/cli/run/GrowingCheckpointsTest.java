package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GrowingCheckpointsTest {
  @Test
  @SuppressWarnings("try") // the checkpoints only have to be requested until three have been
  void checkpointsAreRequestedUntilClosedEvenIfSomeFail() throws InterruptedException {
    CountDownLatch requested = new CountDownLatch(3);

    try (GrowingCheckpoints checkpoints =
        GrowingCheckpoints.start(
            Duration.ofMillis(1),
            () -> {
              requested.countDown();
              if (requested.getCount() == 1) {
                throw new IllegalStateException("closed");
              }
              return requested.getCount() == 0
                  ? CompletableFuture.completedFuture(1L)
                  : CompletableFuture.failedFuture(new IllegalStateException("restarting"));
            })) {
      assertThat(requested.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
