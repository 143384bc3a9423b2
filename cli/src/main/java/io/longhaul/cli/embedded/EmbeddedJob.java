package io.longhaul.cli.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job in {@link EmbeddedFlink}. Thread-safe. */
public final class EmbeddedJob {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedJob.class);

  private final MiniCluster cluster;
  private final JobID id;

  EmbeddedJob(MiniCluster cluster, JobID id) {
    this.cluster = cluster;
    this.id = id;
  }

  /** Returns the job's current status. */
  public CompletableFuture<JobStatus> status() {
    return cluster.getJobStatus(id);
  }

  /**
   * Triggers a checkpoint, in addition to the periodic ones.
   *
   * @return the checkpoint ID, once it is complete; its files get their final names slightly later
   */
  public CompletableFuture<Long> checkpoint() {
    return cluster.triggerCheckpoint(id, CheckpointType.FULL);
  }

  /** Cancels the job; rows after the last checkpoint are not committed. */
  public CompletableFuture<Void> cancel() {
    return cluster.cancelJob(id).thenCompose(acknowledged -> ended()).thenAccept(end -> {});
  }

  /**
   * Completes when the job has ended.
   *
   * @return empty text if it was cancelled or finished, otherwise the reason of its failure in one
   *     line
   */
  public CompletableFuture<String> ended() {
    return cluster
        .requestJobResult(id)
        .thenApply(result -> result.getSerializedThrowable().map(EmbeddedJob::cause).orElse(""));
  }

  /** Returns the root cause, which Flink wraps in several exceptions. */
  private static String cause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    LOG.error("The job failed", failure);
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
  }

  /** Calls the listener when {@link #ended} completes, on a thread of Flink. */
  public void whenEnded(Consumer<String> listener) {
    CompletableFuture<Void> unused = ended().thenAccept(listener);
  }
}
