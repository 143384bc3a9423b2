package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.control.generator.GeneratorIdentity;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.spool.SpoolFolder;
import io.longhaul.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorWorkerTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final String PLAN =
      RunPlanJson.toJson(RunPlanBuilder.plan("run").model("m").tokenizer("builtin").build());

  @TempDir Path spools;

  /** The thread of the preparation. */
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  private EventDelivery delivery;

  @BeforeEach
  void createTheDelivery() throws Exception {
    delivery =
        new EventDelivery(
            kafka(),
            new EventDelivery.Spooling(SpoolFolder.of(spools, "own"), 10_000_000, false),
            Duration.ofSeconds(1),
            text -> {});
  }

  @AfterEach
  void close() {
    thread.shutdownNow();
    delivery.close();
  }

  @Test
  void aClosedWorkerEndsItsPreparationAndLeavesTheDeliveryToTheNextRun() throws Exception {
    CountDownLatch preparing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    GeneratorWorker abandoned = worker(preparing, goOn);
    Future<?> prepared = thread.submit(abandoned::prepare);
    assertThat(preparing.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();

    abandoned.close();
    var ofNextRun = delivery.open("cluster", "g0");
    goOn.countDown();

    assertThatThrownBy(() -> prepared.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RunFailedException.class)
        .hasRootCauseMessage("The load was stopped before it was prepared");
    abandoned.close();
    assertThatThrownBy(() -> delivery.open("cluster", "g1"))
        .as("%s is still open", ofNextRun)
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClosedWorkerPreparesNothing() {
    GeneratorWorker closed = worker(new CountDownLatch(1), new CountDownLatch(0));
    closed.close();

    assertThatThrownBy(closed::prepare).isInstanceOf(RunFailedException.class);
  }

  private GeneratorWorker worker(CountDownLatch preparing, CountDownLatch goOn) {
    GeneratorWorker.Context context =
        new GeneratorWorker.Context(
            kafka(),
            new GeneratorIdentity("g0", 1, "host", "1"),
            endpoint -> {
              preparing.countDown();
              await(goOn);
              return Map.of();
            },
            null,
            null,
            Set.of(),
            null,
            delivery);
    return new GeneratorWorker(context, PLAN, 0, 1);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static KafkaCluster kafka() {
    return new KafkaCluster("127.0.0.1:1", new Topics(Topics.DEFAULT_PREFIX));
  }
}
