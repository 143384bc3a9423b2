package io.longhaul.sinks.parquet;

import java.nio.file.Path;

/**
 * Consecutive row groups of a finished file.
 *
 * @param endGroup the first row group after them
 * @param rows number of their rows
 */
public record FilePart(Path file, int firstGroup, int endGroup, long rows) {}
