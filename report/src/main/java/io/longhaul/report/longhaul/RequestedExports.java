package io.longhaul.report.longhaul;

import io.longhaul.report.ExportLevel;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.iceberg.TableSettings;
import java.util.Optional;

/**
 * What a run writes at its end, as requested at its start, so that another process can finish it.
 *
 * @param layout folder and names of the documents
 * @param level amount of exported data
 * @param requireValid whether a slice that cannot be trusted fails the run
 * @param tables tables to which the files of the lake are added; empty for none
 */
public record RequestedExports(
    ExportLayout layout, ExportLevel level, boolean requireValid, Optional<TableSettings> tables) {}
