package io.longhaul.pipeline.retention;

import static java.util.Objects.requireNonNull;

import io.longhaul.kafka.KeepLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records of a log that are older than the user wants to keep and that nothing needs:
 *
 * <ul>
 *   <li>no retained checkpoint of the running job and no savepoint: a job that continues from the
 *       oldest of them reads later records only;
 *   <li>no other job that reads the same log;
 *   <li>no process that finishes an abandoned run: it reads the last ten minutes before the newest
 *       record, which may be days old;
 *   <li>no file of the lake: all files that were written since the oldest record was appended are
 *       intact. Otherwise nothing is deleted until the files are repaired, since the log may be the
 *       only copy of their rows.
 * </ul>
 *
 * For one thread.
 */
final class LogJanitor {
  private static final Logger LOG = LoggerFactory.getLogger(LogJanitor.class);

  private final long keepMillis;
  private final States states;
  private final CommittedFiles files;
  private final LongSupplier epochMillis;

  /** Reads the offsets that the states need from which the job could continue. */
  interface States {
    /** Returns the URIs of the states. */
    List<String> all() throws IOException;

    /**
     * Returns the offsets of the sources in a state.
     *
     * @throws FileNotFoundException if the state has been deleted
     */
    Map<TopicPartition, Long> offsets(String state) throws IOException;
  }

  LogJanitor(long keepMillis, States states, CommittedFiles files, LongSupplier epochMillis) {
    this.keepMillis = keepMillis;
    this.states = states;
    this.files = files;
    this.epochMillis = epochMillis;
  }

  /**
   * Deletes what can be deleted now.
   *
   * @return number of deleted records
   * @throws IOException if log, lake or states cannot be read, or records cannot be deleted; then
   *     nothing was deleted, or a part
   */
  long clean(LaneLog log) throws IOException, InterruptedException {
    long cutoffMillis = cutoffMillis(log);
    Map<TopicPartition, LaneLog.FirstRecord> first = log.firstRecords();
    first.values().removeIf(record -> record.appendMillis() >= cutoffMillis);
    if (first.isEmpty()) {
      return 0;
    }
    Map<TopicPartition, Long> ends = log.firstSince(cutoffMillis);
    ends.keySet().retainAll(first.keySet());
    if (!limitByStates(ends)) {
      return 0;
    }
    limit(ends, log.readByOthers(), Long.MAX_VALUE);
    ends.entrySet().removeIf(end -> end.getValue() <= firstOffset(first, end.getKey()));
    if (ends.isEmpty()) {
      return 0;
    }
    long oldestMillis =
        ends.keySet().stream()
            .mapToLong(each -> requireNonNull(first.get(each)).appendMillis())
            .min()
            .orElse(0);
    List<String> damages = files.damages(oldestMillis);
    if (!damages.isEmpty()) {
      LOG.warn(
          "The log is kept, because files of the lake are damaged (restore them from a copy or"
              + " delete them): {}",
          damages);
      return 0;
    }
    log.deleteBelow(ends);
    long deleted =
        ends.entrySet().stream()
            .mapToLong(end -> end.getValue() - firstOffset(first, end.getKey()))
            .sum();
    LOG.info("Deleted {} records of the log, below {}", deleted, ends);
    return deleted;
  }

  /** Does not depend on this machine's clock alone, which may be ahead of the brokers'. */
  private long cutoffMillis(LaneLog log) throws IOException, InterruptedException {
    long resumableMillis = Math.min(keepMillis, KeepLog.LEAST.toMillis());
    return Math.min(epochMillis.getAsLong() - keepMillis, log.newestMillis() - resumableMillis);
  }

  private static long firstOffset(
      Map<TopicPartition, LaneLog.FirstRecord> first, TopicPartition partition) {
    return requireNonNull(first.get(partition)).offset();
  }

  /** Returns whether there is a state; without one, a job would read the whole log. */
  private boolean limitByStates(Map<TopicPartition, Long> ends) throws IOException {
    boolean found = false;
    for (String state : states.all()) {
      try {
        limit(ends, states.offsets(state), 0);
        found = true;
      } catch (FileNotFoundException e) {
        LOG.debug("{} was deleted in the meantime", state);
      }
    }
    return found;
  }

  private static void limit(
      Map<TopicPartition, Long> ends, Map<TopicPartition, Long> needed, long unknown) {
    ends.replaceAll((partition, end) -> Math.min(end, needed.getOrDefault(partition, unknown)));
  }
}
