package io.longhaul.control.coordinator;

import static java.util.Objects.requireNonNull;

import io.longhaul.control.KafkaCluster;
import io.longhaul.control.LaneLocation;
import io.longhaul.sinks.lake.JobRegistration;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors on its own thread whether a job in another process reads the run's log and writes the
 * run's lake. The job's consumer group, which is registered in this lake only, commits offsets in
 * the partition of the coordinator's lane at each checkpoint. That lane has a heartbeat every
 * second, so the partition always contains unread records. Thread-safe.
 */
public final class JobMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobMonitor.class);
  private static final Duration MIN_PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_INTERVAL_MILLIS = 1_000;
  private static final long REQUEST_TIMEOUT_MILLIS = 5_000;

  private final Supplier<Admin> admins;
  private final String topicPrefix;
  private final Lake lake;
  private final TopicPartition partition;
  private final long startNanos = System.nanoTime();
  private final Thread thread;

  /** Accessed only by the monitor's thread. */
  private @Nullable JobProgress progress;

  private volatile boolean closed;
  private volatile boolean isReading;
  private volatile String problem = "";
  private volatile String checkFailure = "";

  private JobMonitor(Supplier<Admin> admins, String topicPrefix, Lake lake, LaneLocation place) {
    this.admins = admins;
    this.topicPrefix = topicPrefix;
    this.lake = lake;
    this.partition = place.topicPartition();
    this.thread = new Thread(this::monitorUntilClosed, "job-watch");
    thread.setDaemon(true);
  }

  /**
   * Starts to monitor, before or after the first record of the run.
   *
   * @param place location of the coordinator's lane
   */
  public static JobMonitor start(KafkaCluster cluster, Lake lake, LaneLocation place) {
    return start(() -> Admin.create(cluster.connection()), cluster.topics().prefix(), lake, place);
  }

  /**
   * Starts to monitor through the given client.
   *
   * @param admins creates the Kafka client, on the monitor's thread
   */
  static JobMonitor start(
      Supplier<Admin> admins, String topicPrefix, Lake lake, LaneLocation place) {
    JobMonitor monitor = new JobMonitor(admins, topicPrefix, lake, place);
    monitor.thread.start();
    return monitor;
  }

  /** Returns whether the job has read records of this run; it may have stopped since then. */
  public boolean isReading() {
    return isReading;
  }

  /** Returns why no rows appear, and a remedy; empty while the job reads or may still start. */
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  /** Returns why the job cannot be monitored; empty while it can. */
  public Optional<String> checkFailure() {
    return checkFailure.isEmpty() ? Optional.empty() : Optional.of(checkFailure);
  }

  private void monitorUntilClosed() {
    try (Admin admin = admins.get()) {
      while (!closed) {
        check(admin);
        TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    } catch (KafkaException e) {
      LOG.warn("Cannot watch the job", e);
      checkFailure =
          "cannot check whether a job reads this run: "
              + e.getMessage()
              + (e.getCause() instanceof AuthorizationException
                  ? " (allow Describe on groups that start with "
                      + JobRegistration.GROUP_PREFIX
                      + ")"
                  : "");
      problem = "";
      isReading = true;
    }
  }

  private void check(Admin admin) throws InterruptedException {
    try {
      Optional<JobRegistration> job = JobRegistration.find(lake, topicPrefix);
      if (job.isEmpty()) {
        if (System.nanoTime() - startNanos > MIN_PATIENCE.toNanos()) {
          problem = noRegistration();
        }
      } else {
        check(admin, job.get());
      }
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
    }
  }

  private void check(Admin admin, JobRegistration job) throws InterruptedException {
    Duration patience = patience(job);
    if (progress == null) {
      progress = new JobProgress(patience);
    }
    try {
      long end = end(admin);
      progress.observed(end, committed(admin, job.consumerGroup()), System.nanoTime());
      isReading |= progress.hasReadTheRun();
      if (!progress.isSilent()) {
        problem = "";
      } else if (problem.isEmpty()) {
        problem = noCommits(job.consumerGroup(), patience) + otherJob(admin, job.consumerGroup());
      }
    } catch (ExecutionException e) {
      Throwable cause = requireNonNull(e.getCause());
      if (!(cause instanceof RetriableException)) {
        throw new KafkaException(cause.getMessage(), cause);
      }
      notObserved(cause);
    } catch (TimeoutException e) {
      notObserved(e);
    }
  }

  private void notObserved(Throwable reason) {
    requireNonNull(progress).notObserved();
    LOG.debug("Cannot look at the job's offsets: {}", reason.getMessage());
  }

  private static Duration patience(JobRegistration job) {
    Duration twice = job.checkpointInterval().multipliedBy(2);
    return twice.compareTo(MIN_PATIENCE) > 0 ? twice : MIN_PATIENCE;
  }

  private long end(Admin admin) throws ExecutionException, InterruptedException, TimeoutException {
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .offset();
  }

  private OptionalLong committed(Admin admin, String group)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      OffsetAndMetadata offset =
          admin
              .listConsumerGroupOffsets(
                  Map.of(
                      group,
                      new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(partition))))
              .partitionsToOffsetAndMetadata(group)
              .get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .get(partition);
      return offset == null ? OptionalLong.empty() : OptionalLong.of(offset.offset());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }

  private String noRegistration() throws IOException {
    List<String> prefixes = JobRegistration.topicPrefixes(lake);
    return "no job was submitted that writes "
        + lake.folder()
        + " from the topics "
        + topicPrefix
        + ".* (submit one with this --lake"
        + (prefixes.isEmpty()
            ? ")"
            : "; the jobs of this lake have --topic-prefix " + String.join(", ", prefixes) + ")");
  }

  private String noCommits(String group, Duration patience) {
    return "no job writes %s: its consumer group %s has committed nothing in %s for %s s (check that the Flink cluster has TaskManagers, and submit the job again)"
        .formatted(lake.folder(), group, partition, patience.toSeconds());
  }

  /** Finds another job of Longhaul that reads this run; its lake must be a different one. */
  private String otherJob(Admin admin, String group) throws InterruptedException {
    try {
      Collection<GroupListing> groups =
          admin.listGroups().all().get(REQUEST_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      for (GroupListing other : groups) {
        String name = other.groupId();
        if (name.startsWith(JobRegistration.GROUP_PREFIX)
            && !name.equals(group)
            && requireNonNull(progress).isOfThisRun(committed(admin, name))) {
          return "; the job of group " + name + " reads these topics, but writes another lake";
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("Cannot look for other jobs: {}", e.getMessage());
    }
    return "";
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(REQUEST_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
