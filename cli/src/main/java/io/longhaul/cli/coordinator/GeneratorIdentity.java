package io.longhaul.cli.coordinator;

/**
 * Who a generator process is.
 *
 * @param processId its name, unique among the run's generators
 * @param incarnationEpochMillis wall clock of its start: of two processes of one name the later one
 *     counts
 * @param hostname for people; may be empty
 * @param toolVersion of its build, for reports
 */
public record GeneratorIdentity(
    String processId, long incarnationEpochMillis, String hostname, String toolVersion) {}
