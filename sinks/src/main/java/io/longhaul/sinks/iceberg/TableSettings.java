package io.longhaul.sinks.iceberg;

import java.time.Duration;

/**
 * The tables to which the files of a lake are added.
 *
 * @param keepSnapshots age up to which their snapshots are kept
 */
public record TableSettings(TableCatalog.Settings catalog, Duration keepSnapshots) {}
