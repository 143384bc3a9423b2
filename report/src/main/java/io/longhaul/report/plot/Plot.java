package io.longhaul.report.plot;

import io.longhaul.report.picture.Chart;

/**
 * A plot.
 *
 * @param name name of its files, without extension
 */
public record Plot(String name, Chart chart) {}
