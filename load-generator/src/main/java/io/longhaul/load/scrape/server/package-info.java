/**
 * Metrics pages of inference servers: counters, gauges and histograms.
 *
 * <p>Uses the packages {@code prometheus} and {@code result}, and the series of {@code
 * io.longhaul.wire}. Runs on the scraping thread of a page.
 */
@NullMarked
package io.longhaul.load.scrape.server;

import org.jspecify.annotations.NullMarked;
