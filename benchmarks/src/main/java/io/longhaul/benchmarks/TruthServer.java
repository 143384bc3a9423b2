package io.longhaul.benchmarks;

import io.longhaul.benchmarks.subject.Child;
import io.longhaul.benchmarks.subject.MockServerMain;
import io.longhaul.benchmarks.subject.TemporaryFolder;
import io.longhaul.mock.truth.TruthLogEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A separate mock server for one client, and its truth log. */
final class TruthServer implements AutoCloseable {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);

  /**
   * A remote server uses no CPU time of its clients; a local one must not use it for its second
   * compiler.
   */
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

  /** Starts a server and waits for its compiler. */
  static TruthServer start(String timeToFirstToken, String interTokenLatency, int tokens)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    List<String> arguments =
        List.of(
            timeToFirstToken, interTokenLatency, Integer.toString(tokens), log(folder).toString());
    TruthServer server = new TruthServer(folder, Child.start(MockServerMain.class, JVM, arguments));
    // Before that, requests wait in the kernel for the server, which its log cannot record.
    MinimalClient.start(server.url).close();
    return server;
  }

  String url() {
    return url;
  }

  /** Returns a folder for the client's files, which is deleted with the server. */
  Path folder() {
    return folder.path();
  }

  /** Ends the server, so that its log is complete, and reads the log. */
  Map<String, TruthLogEntry> truth() throws IOException {
    process.close();
    return TruthLogEntry.read(log(folder));
  }

  /** Like {@link #truth()}, for requests that may have no ID, in order. */
  List<TruthLogEntry> entries() throws IOException {
    process.close();
    return TruthLogEntry.readAll(log(folder));
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
