/**
 * A run as GenAI-Perf would see it: its requests as the Perf Analyzer records them, its GPUs in
 * GenAI-Perf's units. Reads the lake row by row and keeps no row; the files are written by {@code
 * json}. Runs on the caller's thread.
 */
package io.longhaul.sinks.genaiperf;
