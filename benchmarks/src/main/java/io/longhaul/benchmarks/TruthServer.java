package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.MockServerMain;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A mock server of one client's own, and its truth log. */
final class TruthServer implements AutoCloseable {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);

  /** A server elsewhere takes no processor from its clients; here its second compiler would. */
  private static final List<String> JVM =
      List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final TemporaryFolder folder;
  private final Child process;
  private final String url;

  private TruthServer(TemporaryFolder folder, Child process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.url = process.execute("url", COMMAND_TIMEOUT);
  }

  /** Starts one, and lets its compiler finish. */
  static TruthServer start(String timeToFirstToken, String interTokenLatency, int tokens)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    List<String> arguments =
        List.of(
            timeToFirstToken, interTokenLatency, Integer.toString(tokens), log(folder).toString());
    TruthServer server = new TruthServer(folder, Child.start(MockServerMain.class, JVM, arguments));
    // Until then requests wait in the kernel for the server, which its log cannot know.
    try (MinimalClient client = MinimalClient.start(server.url)) {
      client.warm();
    }
    return server;
  }

  String url() {
    return url;
  }

  /** For what belongs to this client's run. Gone with the server. */
  Path folder() {
    return folder.path();
  }

  /** Ends the server, so that its log is whole, and reads it. */
  Map<String, TruthLogEntry> truth() throws IOException {
    process.close();
    return TruthLogEntry.read(log(folder));
  }

  @Override
  public void close() {
    process.close();
    folder.close();
  }

  private static Path log(TemporaryFolder folder) {
    return folder.path().resolve("truth.jsonl");
  }
}
