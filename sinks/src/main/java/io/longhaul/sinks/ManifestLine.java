package io.longhaul.sinks;

/**
 * One committed file.
 *
 * @param file path in the lake, with slashes
 * @param sha256 of the file's bytes, in hexadecimal
 */
public record ManifestLine(
    String file, String dataset, String runId, long rows, long bytes, String sha256) {}
