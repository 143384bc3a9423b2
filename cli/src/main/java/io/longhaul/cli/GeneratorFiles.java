package io.longhaul.cli;

import io.longhaul.load.keep.StoredContent;
import java.nio.file.Path;
import java.util.Set;

/**
 * Files that a generator writes for its parent on the same machine; null for files that are not
 * needed.
 *
 * @param issuedCounts file with the counts of issued requests, which survives a crash of the
 *     process
 * @param keepIn folder for stored requests and responses
 * @param keep parts of them to store
 * @param inputs file for the inputs of all dataset entries
 */
record GeneratorFiles(Path issuedCounts, Path keepIn, Set<StoredContent> keep, Path inputs) {}
