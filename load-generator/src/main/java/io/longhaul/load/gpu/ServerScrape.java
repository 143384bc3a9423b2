package io.longhaul.load.gpu;

import java.net.URI;
import java.util.List;

/**
 * All series of a server's metrics page at one moment.
 *
 * @param series in the order of the page; not empty
 * @param omitted how many of the page's series are not among them: too many, or too long
 */
public record ServerScrape(
    URI url, long atNanos, long uncertaintyNanos, List<ServerSeries> series, int omitted)
    implements Scrape {}
