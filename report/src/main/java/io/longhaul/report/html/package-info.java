/**
 * {@code report.html}: one page with charts and tables of a run, without references to the network.
 * And the page and the data of the live view, which draws the same charts while the run is in
 * progress; the API of the run serves them. And the pages of a comparison and of a history of runs.
 *
 * <p>Texts and tables show figures of {@code longhaul.json}; charts show the rows of the slices,
 * reduced to a bounded number of points. Script and style sheet are resources of this package; the
 * chart library is uPlot, from its jar. Uses {@code figures}, {@code servers}, {@code compare},
 * {@code json}, {@code runs} and the formats of {@code console}. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.html;

import org.jspecify.annotations.NullMarked;
