package io.longhaul.cli;

import io.longhaul.load.keep.Keeping;
import java.nio.file.Path;
import java.util.Set;

/**
 * What a generator writes on the machine that it shares with its parent; null where nobody reads
 * it.
 *
 * @param issuedCounts file that tells what was issued, however the process ends
 * @param keepIn folder in which requests and answers are kept
 * @param keep what of them
 * @param inputs file that holds what each entry of the data set asks
 */
record GeneratorFiles(Path issuedCounts, Path keepIn, Set<Keeping> keep, Path inputs) {}
