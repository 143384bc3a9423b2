package io.longhaul.report.servers;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.ServerSampleRow;
import io.longhaul.sinks.servers.SeriesId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Aggregates readings of server metrics into AIPerf's statistics. The window of a page is from its
 * first scrape after the start of the run to its last scrape; the sampler scrapes once more after
 * the load. For one thread.
 */
public final class ServerFiguresFold {
  private final long startEpochNanos;
  private final long sliceNanos;
  private final SeriesBudget budget;
  private final Map<String, PageFold> pages = new TreeMap<>();
  private final Map<SeriesId, SeriesFold> series = new HashMap<>();

  public ServerFiguresFold(long startEpochNanos, long sliceNanos) {
    this(startEpochNanos, sliceNanos, new SeriesBudget());
  }

  ServerFiguresFold(long startEpochNanos, long sliceNanos, SeriesBudget budget) {
    this.budget = budget;
    this.startEpochNanos = startEpochNanos;
    this.sliceNanos = sliceNanos;
  }

  /** Adds the next reading: readings of a scrape are consecutive, scrapes in order of time. */
  public void add(ServerSampleRow row) {
    PageFold page =
        pages.computeIfAbsent(row.getUrl(), url -> new PageFold(url, startEpochNanos, sliceNanos));
    page.reading(row.getAtEpochNs(), row.getUncertaintyNs());
    SeriesFold fold = series.computeIfAbsent(SeriesId.of(row), this::fold);
    fold.describe(row.getHelp());
    boolean isNew = page.isInWindow() ? fold.in(row, page.grid()) : fold.before(row);
    if (isNew) {
      page.changed();
    }
  }

  private SeriesFold fold(SeriesId id) {
    return switch (id.type()) {
      case SeriesId.COUNTER -> new CounterFold(id, budget);
      case SeriesId.HISTOGRAM -> new HistogramFold(id, budget);
      default -> new GaugeFold(id, budget);
    };
  }

  public ServerFigures finish() {
    List<PageFigures> pageFigures = new ArrayList<>();
    pages.values().forEach(page -> pageFigures.add(page.finish()));
    List<SeriesFigures> figures = new ArrayList<>();
    for (SeriesFold fold : series.values()) {
      long end = requireNonNull(pages.get(fold.id().url())).lastAt();
      fold.finish(end).ifPresent(figures::add);
    }
    figures.sort(Comparator.comparing(SeriesFigures::id));
    return new ServerFigures(List.copyOf(pageFigures), List.copyOf(figures));
  }
}
