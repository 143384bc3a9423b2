package io.longhaul.cli.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job that runs in {@link EmbeddedFlink}. May be asked by any thread. */
public final class EmbeddedJob {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedJob.class);

  private final MiniCluster cluster;
  private final JobID id;

  EmbeddedJob(MiniCluster cluster, JobID id) {
    this.cluster = cluster;
    this.id = id;
  }

  /** Whether the job is set up, restarting, running …, or over. */
  public CompletableFuture<JobStatus> status() {
    return cluster.getJobStatus(id);
  }

  /**
   * Asks for a checkpoint now, beside the regular ones.
   *
   * @return its number, once it is complete; files that it finishes get their names a little later
   */
  public CompletableFuture<Long> checkpoint() {
    return cluster.triggerCheckpoint(id, CheckpointType.FULL);
  }

  /** Ends the job without finishing it: what no checkpoint holds stays undone. */
  public CompletableFuture<Void> cancel() {
    return cluster.cancelJob(id).thenCompose(asked -> ended()).thenAccept(end -> {});
  }

  /**
   * Completes when the job is over.
   *
   * @return empty text when it was cancelled or finished, else why it failed for good, in one line
   */
  public CompletableFuture<String> ended() {
    return cluster
        .requestJobResult(id)
        .thenApply(result -> result.getSerializedThrowable().map(EmbeddedJob::cause).orElse(""));
  }

  /** What a person can do something about stands below all that Flink wraps around it. */
  private static String cause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    LOG.error("The job failed", failure);
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("");
  }

  /** Calls back as {@link #ended} completes, on a thread of Flink's. */
  public void whenEnded(Consumer<String> listener) {
    CompletableFuture<Void> unused = ended().thenAccept(listener);
  }
}
