package io.longhaul.report.longhaul;

import io.longhaul.report.ExportLevel;
import io.longhaul.sinks.ExportLayout;

/**
 * What a run writes at its end, as requested at its start, so that another process can finish it.
 *
 * @param layout folder and names of the documents
 * @param level amount of exported data
 * @param requireValid whether a slice that cannot be trusted fails the run
 */
public record RequestedExports(ExportLayout layout, ExportLevel level, boolean requireValid) {}
