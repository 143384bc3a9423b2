package io.longhaul.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Moto's S3 server, which keeps its objects in memory, with one bucket. */
final class ObjectStoreServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final Path log;
  private final int port = freePort();

  /**
   * Starts it.
   *
   * @param python path of a Python that has the package {@code moto[server]}
   * @param folder takes its log
   */
  ObjectStoreServer(String python, Path folder, String bucket) throws Exception {
    log = folder.resolve("moto.log");
    process =
        new ProcessBuilder(
                python, "-m", "moto.server", "-H", "127.0.0.1", "-p", Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      createBucket(bucket);
    } catch (AssertionError e) {
      close();
      throw e;
    }
  }

  private void createBucket(String bucket) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/" + bucket))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isDone(request)) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new AssertionError("Moto does not start: " + Files.readString(log));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static boolean isDone(HttpRequest request) throws InterruptedException {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false; // it does not listen yet
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }
}
