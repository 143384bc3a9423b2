package io.longhaul.sinks.servers;

import java.util.List;

/**
 * All that servers told, in AIPerf's statistics.
 *
 * @param pages by URL
 * @param series by AIPerf's name, page and labels
 */
public record ServerFigures(List<PageFigures> pages, List<SeriesFigures> series) {}
