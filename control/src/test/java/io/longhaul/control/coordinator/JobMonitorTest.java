package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.control.LaneLocation;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.internals.CoordinatorKey;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobMonitorTest {
  private static final String PREFIX = "longhaul";
  private static final LaneLocation PLACE = new LaneLocation("longhaul.timing", 0);

  @TempDir Path folder;

  @Test
  void withoutPermissionToReadOffsetsTheRunStartsWithAWarning() throws Exception {
    Lake lake = new Lake(folder);
    String group = JobRegistration.register(lake, PREFIX, Duration.ofSeconds(60)).consumerGroup();

    try (JobMonitor watch = JobMonitor.start(() -> forbidding(group), PREFIX, lake, PLACE)) {
      awaitReading(watch);

      assertThat(watch.checkFailure())
          .contains(
              "cannot check whether a job reads this run: Not authorized to access group: "
                  + group
                  + " (allow Describe on groups that start with longhaul-pipeline)");
      assertThat(watch.problem()).isEmpty();
    }
  }

  private static void awaitReading(JobMonitor watch) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!watch.isReading()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** A client with permission to read end offsets but not groups. */
  private static Admin forbidding(String group) {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "listOffsets" -> endOfLog();
                  case "listConsumerGroupOffsets" -> notAuthorized(group);
                  case "close" -> null;
                  default -> throw new IllegalStateException(method.getName());
                });
  }

  private static ListOffsetsResult endOfLog() {
    return new ListOffsetsResult(
        Map.of(
            new TopicPartition(PLACE.topic(), PLACE.partition()),
            KafkaFuture.completedFuture(new ListOffsetsResultInfo(7, 0, Optional.empty()))));
  }

  /** Only Kafka itself makes such an answer. */
  private static ListConsumerGroupOffsetsResult notAuthorized(String group)
      throws ReflectiveOperationException {
    KafkaFutureImpl<Object> forbidden = new KafkaFutureImpl<>();
    forbidden.completeExceptionally(GroupAuthorizationException.forGroupId(group));
    Constructor<ListConsumerGroupOffsetsResult> made =
        ListConsumerGroupOffsetsResult.class.getDeclaredConstructor(Map.class);
    made.setAccessible(true);
    return made.newInstance(Map.of(CoordinatorKey.byGroupId(group), forbidden));
  }
}
