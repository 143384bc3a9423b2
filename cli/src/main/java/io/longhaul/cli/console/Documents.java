package io.longhaul.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.Endpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Documents of a run, read back. */
final class Documents {
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNestingDepth(64)
                      .maxStringLength(4 << 20)
                      .build())
              .build());

  private Documents() {}

  /**
   * @throws IOException when it is not there
   */
  static JsonNode read(Path document) throws IOException {
    return JSON.readTree(Files.readAllBytes(document));
  }

  /**
   * The endpoint's own title, as AIPerf has it; of a type unknown here, the usual one.
   *
   * @param run {@code longhaul.json}
   */
  static String titleOf(JsonNode run) {
    String type = run.path("run").path("endpoint_type").asText("chat");
    try {
      return Endpoints.named(type).title();
    } catch (IllegalArgumentException writtenByAnotherVersion) {
      return Endpoints.CHAT.title();
    }
  }
}
