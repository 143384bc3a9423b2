package io.longhaul.pipeline.lane;

import io.longhaul.export.ServerPage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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

  void writeTo(DataOutput out) throws IOException {
    out.writeInt(pages.size());
    for (Map.Entry<String, ServerPage> page : pages.entrySet()) {
      out.writeUTF(page.getKey());
      out.writeLong(page.getValue().getScrapes());
      out.writeLong(page.getValue().getFailedScrapes());
      out.writeInt(page.getValue().getSeriesLeftOut());
    }
  }

  static ServerPages readFrom(DataInput in) throws IOException {
    ServerPages pages = new ServerPages();
    for (int left = in.readInt(); left > 0; left--) {
      pages.add(new ServerPage(in.readUTF(), in.readLong(), in.readLong(), in.readInt()));
    }
    return pages;
  }
}
