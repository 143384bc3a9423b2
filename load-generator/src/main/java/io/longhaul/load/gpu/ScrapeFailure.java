package io.longhaul.load.gpu;

import java.net.URI;

/**
 * A scrape that brought nothing: a gap that is told.
 *
 * @param url the page
 * @param atNanos when it failed, on the monotonic clock
 * @param reason one of few words, by which failures are counted
 * @param message what happened, for people
 */
public record ScrapeFailure(URI url, long atNanos, String reason, String message) {}
