package io.longhaul.load.scrape.result;

import io.longhaul.wire.ServerSeries;
import java.net.URI;
import java.util.List;

/**
 * The series of a server's metrics page at one time.
 *
 * @param series admitted series, in the order of the page; not empty
 * @param omitted number of series that exceed a limit
 */
public record ServerScrape(
    URI url, long atNanos, long uncertaintyNanos, List<ServerSeries> series, int omitted)
    implements Scrape {}
