/**
 * Fetches metrics pages and parses Prometheus's text format. Size and time of a page are limited.
 *
 * <p>Uses the JDK's HTTP client. Runs on the scraping thread of a page.
 */
@NullMarked
package io.longhaul.load.scrape.prometheus;

import org.jspecify.annotations.NullMarked;
