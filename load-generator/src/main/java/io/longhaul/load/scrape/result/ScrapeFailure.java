package io.longhaul.load.scrape.result;

import java.net.URI;

/**
 * A failed scrape, which leaves a reported gap in the samples.
 *
 * @param url the page
 * @param atNanos time of the failure, on the monotonic clock
 * @param reason short identifier by which failures are counted
 * @param message description for users
 */
public record ScrapeFailure(URI url, long atNanos, String reason, String message) {}
