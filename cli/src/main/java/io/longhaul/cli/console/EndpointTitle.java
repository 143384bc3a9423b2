package io.longhaul.cli.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.endpoint.Endpoints;

/** What AIPerf calls the metrics of a run's endpoint. */
final class EndpointTitle {
  private EndpointTitle() {}

  /**
   * The endpoint's own title; of a type unknown here, the usual one.
   *
   * @param run {@code longhaul.json}
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
