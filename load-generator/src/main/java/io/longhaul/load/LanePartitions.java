package io.longhaul.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32;

/**
 * Assigns the lanes of a run to partitions. The lane of the coordinator and those of the generators
 * take successive partitions in round-robin order, starting at a partition that depends on the run.
 * Lanes of one run share partitions only if there are more lanes than partitions, and parallel runs
 * start at different partitions. The result depends only on the run's name, so every process
 * computes the same.
 *
 * @param partitions number of partitions of the topic
 */
public record LanePartitions(String runId, int partitions) {

  /** Returns the partition of the coordinator's lane. */
  public int ofCoordinator() {
    return partition(0);
  }

  /**
   * Returns the partition of the lanes of one event loop of a generator, in every phase.
   *
   * @param generator index of the generator, from 0
   * @param generators number of generators of the run
   * @param loop index of the event loop, from 0
   */
  public int ofGenerator(int generator, int generators, int loop) {
    return partition(1L + generator + (long) loop * generators);
  }

  private int partition(long number) {
    CRC32 first = new CRC32();
    first.update(runId.getBytes(UTF_8));
    return (int) ((first.getValue() + number) % partitions);
  }
}
