package io.longhaul.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/** A request in a mock server's truth log. */
record LoggedRequest(JsonNode line) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads all requests of a server, in order of arrival. */
  static List<LoggedRequest> allOf(Path truthLog) throws IOException {
    List<LoggedRequest> seen = new ArrayList<>();
    for (String line : Files.readAllLines(truthLog)) {
      seen.add(new LoggedRequest(JSON.readTree(line)));
    }
    seen.sort(Comparator.comparingLong(LoggedRequest::receivedNanos));
    return seen;
  }

  /** Returns the time of arrival on this process's {@link System#nanoTime()}. */
  long receivedNanos() {
    return line.path("received_ns").asLong();
  }

  long finishedNanos() {
    return line.path("finish_ns").asLong();
  }

  long firstTokenNanos() {
    return line.path("write_ns").path(0).asLong(finishedNanos());
  }

  /** Returns the times at which the chunks of the response were written. */
  long[] writeNanos() {
    return StreamSupport.stream(line.path("write_ns").spliterator(), false)
        .mapToLong(JsonNode::asLong)
        .toArray();
  }

  long number(String member) {
    return line.path(member).asLong();
  }

  String field(String member) {
    return line.path(member).asText();
  }

  /** Returns the request body; an empty object for a form or a gRPC call. */
  JsonNode body() {
    String text = field("body");
    try {
      return text.startsWith("{") ? JSON.readTree(text) : JSON.createObjectNode();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  JsonNode messages() {
    return body().path("messages");
  }

  /** Returns the last text of the request, for any endpoint. */
  String text() {
    JsonNode body = body();
    for (String place : List.of("messages", "input", "prompt", "inputs")) {
      JsonNode found = body.path(place);
      if (!found.isMissingNode()) {
        return textIn(found.isArray() ? found.path(found.size() - 1) : found);
      }
    }
    return "";
  }

  private static String textIn(JsonNode message) {
    JsonNode content = message.has("content") ? message.path("content") : message;
    if (!content.isArray()) {
      return content.asText();
    }
    for (JsonNode part : content) {
      if (part.has("text")) {
        return part.path("text").asText();
      }
    }
    return "";
  }
}
