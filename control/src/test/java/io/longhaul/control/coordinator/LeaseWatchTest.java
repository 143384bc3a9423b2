package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.ControlTopic;
import io.longhaul.control.coordinator.LeaseWatch.Lease;
import io.longhaul.wire.control.CoordinatorAlive;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {
  private final MemoryControlTopic memory =
      new MemoryControlTopic((key, number) -> MemoryControlTopic.Fate.ONCE_IMMEDIATELY);
  private final ControlTopic coordinator = memory.open();
  private final ControlTopic topic = memory.open();
  private long nowNanos;
  private final LeaseWatch watch = new LeaseWatch(topic, "run", () -> nowNanos);

  @AfterEach
  void close() {
    coordinator.close();
    topic.close();
  }

  @Test
  void withoutAMessageTheLeaseExpiresAfter20Seconds() {
    assertThat(leaseAfter(19)).isEqualTo(Lease.HELD);
    assertThat(leaseAfter(1)).isEqualTo(Lease.EXPIRED);
    assertThat(watch.isRenewed()).isFalse();
  }

  @Test
  void eachMessageOfTheRunsCoordinatorRenewsIt() {
    assertThat(leaseAfter(19)).isEqualTo(Lease.HELD);
    coordinator.send(alive("run").build());
    assertThat(leaseAfter(0)).isEqualTo(Lease.HELD);
    coordinator.send(alive("other").build());

    assertThat(watch.isRenewed()).isTrue();
    assertThat(leaseAfter(19)).isEqualTo(Lease.HELD);
    assertThat(leaseAfter(1)).isEqualTo(Lease.EXPIRED);
  }

  @Test
  void theCoordinatorStatesTheLengthOfItsLease() {
    coordinator.send(alive("run").setLeaseNs(Duration.ofSeconds(60).toNanos()).build());

    assertThat(leaseAfter(0)).isEqualTo(Lease.HELD);
    assertThat(leaseAfter(59)).isEqualTo(Lease.HELD);
    assertThat(leaseAfter(1)).isEqualTo(Lease.EXPIRED);
  }

  @Test
  void anOutageOfKafkaDoesNotCount() {
    memory.startOutage();

    assertThat(leaseAfter(3_600)).isEqualTo(Lease.HELD);
    assertThat(watch.isKafkaAway()).isTrue();
  }

  @Test
  void theLeaseOfAClosedRunIsGivenUp() {
    coordinator.send(alive("run").setClosed(true).build());

    assertThat(leaseAfter(0)).isEqualTo(Lease.CLOSED);
  }

  private Lease leaseAfter(long seconds) {
    Lease lease = watch.poll(Duration.ZERO);
    for (long second = 0; second < seconds; second++) {
      nowNanos += Duration.ofSeconds(1).toNanos();
      lease = watch.poll(Duration.ZERO);
    }
    return lease;
  }

  private static CoordinatorAlive.Builder alive(String run) {
    return CoordinatorAlive.newBuilder().setRunId(run).setCount(0).setToldEpochNs(0);
  }
}
