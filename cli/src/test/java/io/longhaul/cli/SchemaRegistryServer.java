package io.longhaul.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Apicurio Registry, which keeps its schemas in memory, with the API of Confluent's registry. */
final class SchemaRegistryServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final Path log;
  private final int port = freePort();

  /**
   * Starts it.
   *
   * @param program folder of the unpacked program
   * @param folder takes its log
   */
  SchemaRegistryServer(Path program, Path folder) throws Exception {
    log = folder.resolve("registry.log");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                RunningProfile.QUICK_START,
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=" + port,
                "-jar",
                runnerIn(program).toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      awaitStart();
    } catch (AssertionError e) {
      close();
      throw e;
    }
  }

  private static Path runnerIn(Path program) throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(program, "*-runner.jar")) {
      return jars.iterator().next();
    }
  }

  private void awaitStart() throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!answers()) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("The registry does not start: " + Files.readString(log));
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  private boolean answers() throws InterruptedException {
    try {
      return send("GET", "/subjects", "").statusCode() == 200;
    } catch (IOException e) {
      return false; // it does not listen yet
    }
  }

  /** Sends a request. */
  HttpResponse<String> send(String method, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .method(method, HttpRequest.BodyPublishers.ofString(json))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  String url() {
    return "http://127.0.0.1:" + port + "/apis/ccompat/v7";
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }
}
