package io.longhaul.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32;

/**
 * Which partitions of the topic of lanes a run uses. The coordinator's lane and those of generators
 * follow each other round all partitions, from one that depends on the run: so lanes of a run are
 * apart for as long as there are partitions, and runs that go on at the same time begin at
 * different ones. Follows from the run's name alone, so every process finds the same.
 *
 * @param partitions of the topic
 */
public record LanePartitions(String runId, int partitions) {

  /** Of the coordinator's lane. */
  public int ofCoordinator() {
    return place(0);
  }

  /**
   * Of the lanes of a generator's event loop, in each phase.
   *
   * @param generator from 0
   * @param generators of the run
   * @param loop from 0
   */
  public int ofGenerator(int generator, int generators, int loop) {
    return place(1L + generator + (long) loop * generators);
  }

  private int place(long number) {
    CRC32 first = new CRC32();
    first.update(runId.getBytes(UTF_8));
    return (int) ((first.getValue() + number) % partitions);
  }
}
