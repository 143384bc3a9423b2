package io.longhaul.pipeline;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.client.JobStatusMessage;

/**
 * The jobs of the cluster to which this one is about to go. Two jobs in one lake would write every
 * row twice, so a second one is not begun.
 */
final class RunningJobs {
  private static final int LONGEST_ANSWER_SECONDS = 30;

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

  /** Id of the job of this name that has not ended; empty when there is none. */
  Optional<String> named(String name) throws Exception {
    try (RestClusterClient<StandaloneClusterId> cluster =
        new RestClusterClient<>(client, StandaloneClusterId.getInstance())) {
      return cluster.listJobs().get(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS).stream()
          .filter(job -> job.getJobName().equals(name))
          .filter(job -> !job.getJobState().isGloballyTerminalState())
          .map(JobStatusMessage::getJobId)
          .map(Object::toString)
          .findFirst();
    }
  }
}
