package io.longhaul.control.generator;

/**
 * Identity of a generator process.
 *
 * @param processId the process's name, unique among the run's generators
 * @param incarnationEpochMillis wall-clock time of its start; of two processes with the same name
 *     the later one is valid
 * @param hostname host name for messages; may be empty
 * @param toolVersion version of its build, for reports
 */
public record GeneratorIdentity(
    String processId, long incarnationEpochMillis, String hostname, String toolVersion) {}
