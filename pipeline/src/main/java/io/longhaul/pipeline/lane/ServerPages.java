package io.longhaul.pipeline.lane;

import io.longhaul.export.ServerPage;
import io.longhaul.pipeline.state.ServerPageState;
import io.longhaul.pipeline.types.ConvertedList;
import java.util.List;
import java.util.TreeMap;

/**
 * Counts successful and failed scrapes of servers' metrics pages, by URL. Mutable; part of a lane's
 * state.
 */
public final class ServerPages {
  /** Maximum number of pages; further ones are not counted. */
  private static final int MAX_PAGES = 256;

  private final TreeMap<String, ServerPage> pages = new TreeMap<>();

  /**
   * Counts a successful scrape.
   *
   * @param leftOut number of series that the sampler left out
   */
  void scraped(String url, int leftOut) {
    add(new ServerPage(url, 1L, 0L, leftOut));
  }

  void scrapeFailed(String url) {
    add(new ServerPage(url, 0L, 1L, 0));
  }

  /** Adds the counts of another lane. */
  public void add(ServerPages other) {
    other.pages.values().forEach(this::add);
  }

  private void add(ServerPage more) {
    ServerPage known = pages.get(more.getUrl());
    if (known != null) {
      pages.put(
          more.getUrl(),
          new ServerPage(
              more.getUrl(),
              known.getScrapes() + more.getScrapes(),
              known.getFailedScrapes() + more.getFailedScrapes(),
              Math.max(known.getSeriesLeftOut(), more.getSeriesLeftOut())));
    } else if (pages.size() < MAX_PAGES) {
      pages.put(more.getUrl(), more);
    }
  }

  /** Returns one row per page, in order of URL. */
  public List<ServerPage> rows() {
    return List.copyOf(pages.values());
  }

  ServerPages copy() {
    ServerPages copy = new ServerPages();
    copy.add(this);
    return copy;
  }

  List<ServerPageState> toState() {
    return ConvertedList.of(
        pages.values(),
        page ->
            new ServerPageState(
                page.getUrl(),
                page.getScrapes(),
                page.getFailedScrapes(),
                page.getSeriesLeftOut()));
  }

  static ServerPages ofState(List<ServerPageState> stored) {
    ServerPages pages = new ServerPages();
    for (ServerPageState page : stored) {
      pages.add(
          new ServerPage(
              page.getUrl(), page.getScrapes(), page.getFailedScrapes(), page.getSeriesLeftOut()));
    }
    return pages;
  }
}
