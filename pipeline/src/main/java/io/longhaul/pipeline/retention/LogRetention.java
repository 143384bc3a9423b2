package io.longhaul.pipeline.retention;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * How long a job keeps the records of its log. It is part of the job graph.
 *
 * @param connection properties of Kafka's clients; secrets are references
 * @param topics names of the topics whose records are deleted
 * @param consumerGroup group of this job; records that other jobs have not read are kept
 * @param lake path of the lake, whose files are checked before records are deleted
 * @param runId run whose files are checked, because others belong to other jobs; empty for all runs
 * @param states finds the states from which this job could continue
 * @param keep time for which every record is kept, by its append time
 */
public record LogRetention(
    Properties connection,
    List<String> topics,
    String consumerGroup,
    String lake,
    String runId,
    RestorableStates states,
    Duration keep)
    implements Serializable {
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);
  private static final int INTERVALS_IN_KEEP = 10;

  public LogRetention {
    topics = new ArrayList<>(topics);
  }

  /** Returns the minimum time between two deletions. */
  public Duration interval() {
    Duration part = keep.dividedBy(INTERVALS_IN_KEEP);
    return part.compareTo(LONGEST_INTERVAL) < 0 ? part : LONGEST_INTERVAL;
  }
}
