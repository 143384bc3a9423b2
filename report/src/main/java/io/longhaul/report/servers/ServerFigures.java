package io.longhaul.report.servers;

import java.util.List;

/**
 * AIPerf's statistics of all server metrics.
 *
 * @param pages pages by URL
 * @param series series by AIPerf's name, page and labels
 */
public record ServerFigures(List<PageFigures> pages, List<SeriesFigures> series) {}
