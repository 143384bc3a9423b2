package io.longhaul.cli.api;

import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.List;

/** The newest whole reading of a page of a server's metrics. For one thread. */
final class LatestScrape {
  private List<ServerSeries> newest = List.of();
  private List<ServerSeries> coming = new ArrayList<>();

  /** Adds a part; the last one makes the reading whole. */
  void add(ServerSample part) {
    coming.addAll(part.getSeries());
    if (part.getLastPart()) {
      newest = coming;
      coming = new ArrayList<>();
    }
  }

  /** As on the page; empty before the first whole reading. */
  List<ServerSeries> newest() {
    return newest;
  }
}
