package io.longhaul.cli.options;

import java.net.URI;
import java.util.List;

/**
 * Pages of servers' metrics to watch.
 *
 * @param named by a person; of servers, or of GPU exporters
 * @param ofTargets the targets' own; there may be none
 */
public record ServerMetricsPages(List<URI> named, List<URI> ofTargets) {
  static final ServerMetricsPages NONE = new ServerMetricsPages(List.of(), List.of());

  public ServerMetricsPages {
    named = List.copyOf(named);
    ofTargets = List.copyOf(ofTargets);
  }

  boolean isEmpty() {
    return named.isEmpty() && ofTargets.isEmpty();
  }
}
