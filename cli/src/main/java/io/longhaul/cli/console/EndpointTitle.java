package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.Endpoints;

/** AIPerf's title of an endpoint's metrics. */
final class EndpointTitle {
  private EndpointTitle() {}

  /**
   * Returns the endpoint's title; that of chat for an unknown type.
   *
   * @param run content of {@code longhaul.json}
   */
  static String of(JsonNode run) {
    String type = run.path("run").path("endpoint_type").asText("chat");
    try {
      return Endpoints.named(type).title();
    } catch (IllegalArgumentException writtenByAnotherVersion) {
      return Endpoints.CHAT.title();
    }
  }
}
