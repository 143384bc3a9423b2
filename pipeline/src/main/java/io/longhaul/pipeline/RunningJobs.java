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
 * The jobs of the cluster to which this one is about to go. Two jobs in one lake would write every
 * row twice, so a second one is not begun.
 */
final class RunningJobs {
  private static final int REST_TIMEOUT_SECONDS = 30;
  private static final int MAX_POLLS = 120;
  private static final long POLL_INTERVAL_MILLIS = 250;

  /** Flink puts it before the message of a failure that comes from another process. */
  private static final Pattern CLASS_NAME = Pattern.compile("^[\\w.$]+(Exception|Error): ");

  private final Configuration client;

  private RunningJobs(Configuration client) {
    this.client = client;
  }

  /**
   * @param client settings of Flink's client, with the cluster's address
   */
  static RunningJobs of(ReadableConfig client) {
    return new RunningJobs(Configuration.fromMap(client.toMap()));
  }

  /**
   * Waits until every task of a job that was just submitted runs, and so has its state.
   *
   * @return why the job ended instead, in one line; empty when it runs, or waits for slots
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
        "The job waits: not all of its tasks run yet (see that the cluster has TaskManagers with"
            + " free slots)");
    return Optional.empty();
  }

  /** What a person can do something about is below all that Flink wraps around it. */
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

  /** Id of the job of this name that has not ended; empty when there is none. */
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
