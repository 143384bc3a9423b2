package io.longhaul.config.value;

import java.net.URI;
import java.util.List;

/**
 * The pages of server metrics to scrape.
 *
 * @param named pages that the user has named, of servers or of GPU exporters
 * @param ofTargets pages of the target servers, which need not exist
 */
public record ServerMetricsPages(List<URI> named, List<URI> ofTargets) {
  public static final ServerMetricsPages NONE = new ServerMetricsPages(List.of(), List.of());

  public ServerMetricsPages {
    named = List.copyOf(named);
    ofTargets = List.copyOf(ofTargets);
  }

  public boolean isEmpty() {
    return named.isEmpty() && ofTargets.isEmpty();
  }
}
