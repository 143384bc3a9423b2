/**
 * How options are declared and bound: {@code @Option} at a field whose type knows its unit and
 * range; {@code @Needs} and {@code @NotWith} with the options that it needs and excludes;
 * {@code @Yaml} with its keys in run files. A command line, a run file or GenAI-Perf's words become
 * given options, each of which knows its source; the binding converts them and sets the fields, so
 * that every source has the same conversions and checks. All problems are collected and reported
 * together.
 *
 * <p>Uses picocli. Starts nothing. Runs on the main thread.
 */
@NullMarked
package io.longhaul.config.binding;

import org.jspecify.annotations.NullMarked;
