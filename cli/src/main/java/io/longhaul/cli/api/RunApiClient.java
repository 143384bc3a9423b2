package io.longhaul.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.control.RunFailedException;
import io.longhaul.wire.MarkSource;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the API of a run.
 *
 * @param live URL of the live view, as the run has printed it
 */
public record RunApiClient(URI live) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Pattern TOKEN = Pattern.compile("(?:^|&)token=([^&]*)");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Returns the client for a URL; empty if it is not a URL of HTTP. */
  public static Optional<RunApiClient> of(String url) {
    try {
      URI parsed = URI.create(url.strip());
      boolean isHttp = "http".equals(parsed.getScheme()) || "https".equals(parsed.getScheme());
      return isHttp && parsed.getHost() != null
          ? Optional.of(new RunApiClient(parsed))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds a mark to the run.
   *
   * @return when it was added, according to the run
   * @throws RunFailedException if there is no run at the URL, or it does not take the mark
   */
  public Instant addMark(String text, MarkSource addedBy)
      throws RunFailedException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(live.resolve(MarkRequest.PATH))
            .timeout(PATIENCE)
            .header("content-type", ApiResponse.JSON)
            .POST(HttpRequest.BodyPublishers.ofString(new MarkRequest(text, addedBy).toJson()));
    token().ifPresent(token -> request.header("authorization", "Bearer " + token));
    HttpResponse<String> answer = send(request.build());
    JsonNode body = json(answer.body());
    return switch (answer.statusCode()) {
      case HttpURLConnection.HTTP_CREATED -> timeOf(body);
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          throw refused("the token in the URL is missing or wrong (copy the whole URL of the run)");
      case HttpURLConnection.HTTP_BAD_REQUEST,
          HttpURLConnection.HTTP_FORBIDDEN,
          HttpURLConnection.HTTP_CONFLICT -> {
        if (!body.path("detail").isTextual()) {
          throw noRun();
        }
        String detail = body.path("detail").asText();
        throw detail.startsWith("Cannot") || detail.startsWith("Invalid")
            ? RunFailedException.usage(detail)
            : refused(detail);
      }
      default -> throw noRun();
    };
  }

  private Optional<String> token() {
    Matcher found = TOKEN.matcher(Optional.ofNullable(live.getRawQuery()).orElse(""));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private HttpResponse<String> send(HttpRequest request)
      throws RunFailedException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw noRun();
    } catch (HttpTimeoutException e) {
      throw refused(address() + " has not answered for " + PATIENCE.toSeconds() + " s");
    } catch (IOException e) {
      throw refused("no answer from " + address() + ": " + e.getMessage());
    }
  }

  private static JsonNode json(String body) {
    try {
      return MAPPER.readTree(body);
    } catch (IOException e) {
      return MAPPER.missingNode();
    }
  }

  private Instant timeOf(JsonNode mark) throws RunFailedException {
    try {
      return Instant.parse(mark.path("time").asText());
    } catch (DateTimeParseException e) {
      throw noRun();
    }
  }

  private RunFailedException noRun() {
    return refused(
        "there is no run at %s (give the URL that a run in progress has printed as its live view)"
            .formatted(address()));
  }

  /** Returns the URL without the token. */
  private String address() {
    return live.getScheme() + "://" + live.getRawAuthority();
  }

  private static RunFailedException refused(String reason) {
    return RunFailedException.usage("Cannot add a mark: " + reason);
  }

  /** Hides the token. */
  @Override
  public String toString() {
    return "RunApiClient[" + address() + "]";
  }
}
