package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A Prometheus that scrapes one address, twice per second. */
final class PrometheusServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final Path log;
  private final String url;

  /**
   * Starts it.
   *
   * @param program path of the program
   * @param folder empty folder for its files
   * @param arguments further arguments
   */
  PrometheusServer(String program, Path folder, InetSocketAddress scraped, List<String> arguments)
      throws Exception {
    int port = freePort();
    Path configuration = folder.resolve("prometheus.yaml");
    Files.writeString(
        configuration,
        """
        scrape_configs:
          - job_name: longhaul
            scrape_interval: 500ms
            scrape_timeout: 500ms
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(scraped.getPort()));
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port));
    command.addAll(arguments);
    log = folder.resolve("log");
    url = "http://127.0.0.1:" + port;
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await("Prometheus is ready", () -> status("/-/ready") == 200);
    } catch (AssertionError e) {
      close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until a condition is met. */
  void await(String what, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("Not met: " + what + "\n" + Files.readString(log));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private int status(String path) {
    try {
      return get(path).statusCode();
    } catch (IOException e) {
      return 0; // it does not listen yet
    }
  }

  /** Returns the result of an expression at each second of the last minute. */
  JsonNode valuesOverTime(String expression) throws IOException {
    long now = System.currentTimeMillis() / 1000 + 1;
    String range = "&start=" + (now - 60) + "&end=" + now + "&step=1";
    return data("/api/v1/query_range?query=" + encoded(expression) + range).path("result");
  }

  /** Returns the current result of an expression. */
  JsonNode values(String expression) throws IOException {
    return data("/api/v1/query?query=" + encoded(expression)).path("result");
  }

  /** Returns the values of a label in the series that a selector matches. */
  JsonNode labelValues(String label, String selector) throws IOException {
    return data("/api/v1/label/" + label + "/values?match[]=" + encoded(selector));
  }

  private JsonNode data(String path) throws IOException {
    JsonNode answer = MAPPER.readTree(get(path.replace("[]", "%5B%5D")).body());
    if (!answer.path("status").asText().equals("success")) {
      throw new IOException(path + ": " + answer);
    }
    return answer.path("data");
  }

  private HttpResponse<String> get(String path) throws IOException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE).build();
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }
}
