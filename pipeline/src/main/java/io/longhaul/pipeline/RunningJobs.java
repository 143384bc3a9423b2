package io.longhaul.pipeline;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;

/**
 * The jobs of the cluster to which a job is about to be submitted. Two jobs on one lake would write
 * every row twice, so a second one is not started.
 */
final class RunningJobs {
  private static final int REST_TIMEOUT_SECONDS = 30;
  private static final int MAX_POLLS = 120;
  private static final long POLL_INTERVAL_MILLIS = 250;

  /** Prefix that Flink adds to the message of a failure in another process. */
  private static final Pattern CLASS_NAME = Pattern.compile("^[\\w.$]+(Exception|Error): ");

  private final Configuration client;

  private RunningJobs(Configuration client) {
    this.client = client;
  }

  /**
   * Returns the running jobs of a cluster.
   *
   * @param client settings of Flink's client, with the cluster's address
   */
  static RunningJobs of(ReadableConfig client) {
    return new RunningJobs(Configuration.fromMap(client.toMap()));
  }

  /**
   * Waits until every task of a job that was just submitted is running, and has therefore restored
   * its state.
   *
   * @return the reason, in one line, if the job failed; empty if it runs, or still waits for slots
   */
  Optional<String> awaitRunning(JobClient job) throws Exception {
    try (RestClusterClient<StandaloneClusterId> cluster =
        new RestClusterClient<>(client, StandaloneClusterId.getInstance())) {
      for (int poll = 0; poll < MAX_POLLS; poll++) {
        JobDetailsInfo details =
            cluster.getJobDetails(job.getJobID()).get(REST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (details.getJobStatus() == JobStatus.FAILED) {
          return Optional.of(failureOf(job));
        }
        if (details.getJobVertexInfos().stream()
            .allMatch(task -> task.getExecutionState() == ExecutionState.RUNNING)) {
          return Optional.empty();
        }
        TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
      }
    }
    System.err.println(
        "Warning: not all tasks of the job are running yet (check that the cluster has TaskManagers"
            + " with free slots)");
    return Optional.empty();
  }

  /** Returns the root cause, because only its message tells the user what to do. */
  private static String failureOf(JobClient job) throws Exception {
    try {
      job.getJobExecutionResult().get(REST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return "";
    } catch (ExecutionException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      String reason = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
      return CLASS_NAME.matcher(reason).replaceFirst("");
    }
  }

  /** Returns the ID of the job with this name that has not ended; empty if there is none. */
  Optional<String> named(String name) throws Exception {
    try (RestClusterClient<StandaloneClusterId> cluster =
        new RestClusterClient<>(client, StandaloneClusterId.getInstance())) {
      return cluster.listJobs().get(REST_TIMEOUT_SECONDS, TimeUnit.SECONDS).stream()
          .filter(job -> job.getJobName().equals(name))
          .filter(job -> !job.getJobState().isGloballyTerminalState())
          .map(JobStatusMessage::getJobId)
          .map(Object::toString)
          .findFirst();
    }
  }
}
