package io.longhaul.pipeline;

import io.longhaul.kafka.KafkaConnection;
import io.longhaul.pipeline.retention.LogRetention;
import io.longhaul.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Determines how long a job keeps the records of its log. */
public final class JobRetention {
  private JobRetention() {}

  /**
   * Returns the retention of a job.
   *
   * @param consumerGroup group of the job
   * @param runId the only run of the job's log, if other jobs write to the same lake; empty for all
   * @param checkpoints URI of the folder with the checkpoints of this lake's jobs
   * @param savepoints URI of another folder that may contain their savepoints; may be the same
   * @param keep how long every record is kept; empty for ever, then the job deletes nothing
   */
  public static Optional<LogRetention> of(
      KafkaConnection kafka,
      Topics topics,
      String consumerGroup,
      Path lake,
      String runId,
      String checkpoints,
      String savepoints,
      Optional<Duration> keep) {
    return keep.map(
        time ->
            new LogRetention(
                kafka.javaProperties(),
                topics.lanes(),
                consumerGroup,
                lake.toString(),
                runId,
                jobId -> new CheckpointFolder(checkpoints).neededBy(jobId, savepoints),
                time));
  }
}
