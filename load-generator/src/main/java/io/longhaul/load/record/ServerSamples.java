package io.longhaul.load.record;

import io.longhaul.load.gpu.ServerHistogram;
import io.longhaul.load.gpu.ServerScrape;
import io.longhaul.load.gpu.ServerSeries;
import io.longhaul.wire.ServerSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Converts server scrapes to their wire format. Long ones are split, so that no record is too large
 * for a broker.
 */
final class ServerSamples {
  /** Approximate size of a part in bytes. */
  private static final int PART_BYTES = 256 << 10;

  private static final int BYTES_PER_NUMBER = 8;
  private static final int MAX_HELP_CHARS = 500;

  private ServerSamples() {}

  static List<ServerSample> toWire(ServerScrape scrape, long laneStartNanos) {
    List<ServerSample> parts = new ArrayList<>();
    List<io.longhaul.wire.ServerSeries> written = new ArrayList<>();
    int bytes = 0;
    for (ServerSeries series : scrape.series()) {
      if (bytes > PART_BYTES) {
        parts.add(part(scrape, written, false, laneStartNanos));
        written = new ArrayList<>();
        bytes = 0;
      }
      written.add(series(series));
      bytes += bytesOf(series);
    }
    parts.add(part(scrape, written, true, laneStartNanos));
    return parts;
  }

  private static ServerSample part(
      ServerScrape scrape,
      List<io.longhaul.wire.ServerSeries> series,
      boolean last,
      long laneStartNanos) {
    return ServerSample.newBuilder()
        .setAtNs(scrape.atNanos() - laneStartNanos)
        .setUncertaintyNs(scrape.uncertaintyNanos())
        .setUrl(scrape.url().toString())
        .setSeries(series)
        .setLeftOut(scrape.omitted())
        .setLastPart(last)
        .build();
  }

  private static io.longhaul.wire.ServerSeries series(ServerSeries series) {
    ServerHistogram histogram = series.histogram();
    return io.longhaul.wire.ServerSeries.newBuilder()
        .setName(series.name())
        .setType(series.type().name().toLowerCase(Locale.ROOT))
        .setHelp(shortHelp(series.help()))
        .setLabels(series.labels())
        .setValue(histogram == null ? (Double) series.value() : null)
        .setHistogram(histogram == null ? null : histogram(histogram))
        .build();
  }

  private static io.longhaul.wire.ServerHistogram histogram(ServerHistogram histogram) {
    return new io.longhaul.wire.ServerHistogram(
        histogram.sum(), histogram.count(), histogram.bounds(), histogram.counts());
  }

  private static String shortHelp(String help) {
    return help.length() > MAX_HELP_CHARS ? help.substring(0, MAX_HELP_CHARS) : help;
  }

  private static int bytesOf(ServerSeries series) {
    int characters = series.name().length() + shortHelp(series.help()).length();
    for (Map.Entry<String, String> label : series.labels().entrySet()) {
      characters += label.getKey().length() + label.getValue().length();
    }
    int numbers = series.histogram() == null ? 1 : 2 + 2 * series.histogram().bounds().size();
    return characters + BYTES_PER_NUMBER * numbers;
  }
}
