package io.longhaul.load.record;

import io.longhaul.load.scrape.result.ServerScrape;
import io.longhaul.wire.ServerHistogram;
import io.longhaul.wire.ServerSample;
import io.longhaul.wire.ServerSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Converts server scrapes to their wire format. Long ones are split, so that no record is too large
 * for a broker.
 */
final class ServerSamples {
  /** Approximate size of a part in bytes. */
  private static final int PART_BYTES = 256 << 10;

  private static final int BYTES_PER_NUMBER = 8;

  private ServerSamples() {}

  static List<ServerSample> toWire(ServerScrape scrape, long laneStartNanos) {
    List<ServerSample> parts = new ArrayList<>();
    List<ServerSeries> written = new ArrayList<>();
    int bytes = 0;
    for (ServerSeries series : scrape.series()) {
      if (bytes > PART_BYTES) {
        parts.add(part(scrape, written, false, laneStartNanos));
        written = new ArrayList<>();
        bytes = 0;
      }
      written.add(series);
      bytes += bytesOf(series);
    }
    parts.add(part(scrape, written, true, laneStartNanos));
    return parts;
  }

  private static ServerSample part(
      ServerScrape scrape, List<ServerSeries> series, boolean last, long laneStartNanos) {
    return ServerSample.newBuilder()
        .setAtNs(scrape.atNanos() - laneStartNanos)
        .setUncertaintyNs(scrape.uncertaintyNanos())
        .setUrl(scrape.url().toString())
        .setSeries(series)
        .setLeftOut(scrape.omitted())
        .setLastPart(last)
        .build();
  }

  private static int bytesOf(ServerSeries series) {
    int characters = series.getName().length() + series.getHelp().length();
    for (Map.Entry<String, String> label : series.getLabels().entrySet()) {
      characters += label.getKey().length() + label.getValue().length();
    }
    ServerHistogram histogram = series.getHistogram();
    int numbers = histogram == null ? 1 : 2 + 2 * histogram.getBucketBounds().size();
    return characters + BYTES_PER_NUMBER * numbers;
  }
}
