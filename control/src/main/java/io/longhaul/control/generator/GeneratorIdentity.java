package io.longhaul.control.generator;

import java.util.Map;

/**
 * Identity of a generator process.
 *
 * @param processId the process's name, unique among the run's generators
 * @param incarnationEpochMillis wall-clock time of its start; of two processes with the same name
 *     the later one is valid
 * @param hostname host name for messages; may be empty
 * @param toolVersion version of its build, for reports
 * @param formerLanes final counts of the requests that the lanes of earlier processes with its name
 *     have issued in the run, as far as they are known
 */
public record GeneratorIdentity(
    String processId,
    long incarnationEpochMillis,
    String hostname,
    String toolVersion,
    Map<String, Long> formerLanes) {
  public GeneratorIdentity {
    formerLanes = Map.copyOf(formerLanes);
  }

  /** Creates the identity of a process that has no predecessor. */
  public GeneratorIdentity(
      String processId, long incarnationEpochMillis, String hostname, String toolVersion) {
    this(processId, incarnationEpochMillis, hostname, toolVersion, Map.of());
  }
}
