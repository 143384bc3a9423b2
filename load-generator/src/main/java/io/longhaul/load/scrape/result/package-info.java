/**
 * The result of a scrape: GPUs with their {@link io.longhaul.load.scrape.result.DcgmField}s, the
 * series of a server, or a failure.
 *
 * <p>Uses {@code java.*} and, for the series of servers, {@code io.longhaul.wire}. Immutable,
 * except for values under construction, which belong to the scraping thread.
 */
@NullMarked
package io.longhaul.load.scrape.result;

import org.jspecify.annotations.NullMarked;
