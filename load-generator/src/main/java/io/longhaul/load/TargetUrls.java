package io.longhaul.load;

import io.longhaul.load.plan.server.TargetPlan;
import java.net.URI;
import java.util.List;

/**
 * Joins base URL and path as AIPerf 0.13 does: a base URL that already ends with the whole path is
 * used unchanged, and {@code /v1} is not repeated.
 */
final class TargetUrls {
  private TargetUrls() {}

  /**
   * Returns one URL per base URL, in the plan's order.
   *
   * @param endpointPath the endpoint's path, unless the plan overrides it
   */
  static List<URI> of(TargetPlan target, String endpointPath) {
    String path = target.path() == null ? endpointPath : target.path();
    return target.urls().stream().map(base -> join(base, path)).toList();
  }

  static URI join(String base, String path) {
    String trimmed = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    if (trimmed.endsWith(path)) {
      return URI.create(trimmed);
    }
    boolean repeatsVersion = trimmed.endsWith("/v1") && path.startsWith("/v1/");
    return URI.create(trimmed + (repeatsVersion ? path.substring("/v1".length()) : path));
  }
}
