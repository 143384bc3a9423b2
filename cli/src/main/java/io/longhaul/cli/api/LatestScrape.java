package io.longhaul.cli.api;

import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.List;

/** The latest complete scrape of a server's metrics page. Not thread-safe. */
final class LatestScrape {
  private List<ServerSeries> newest = List.of();
  private List<ServerSeries> coming = new ArrayList<>();

  /**
   * Adds a part of a scrape; the last part completes it.
   *
   * @return whether the scrape is complete
   */
  boolean add(ServerSample part) {
    coming.addAll(part.getSeries());
    if (part.getLastPart()) {
      newest = coming;
      coming = new ArrayList<>();
    }
    return part.getLastPart();
  }

  /** Returns the series in the page's order; empty before the first complete scrape. */
  List<ServerSeries> newest() {
    return newest;
  }
}
