package io.longhaul.mock;

import io.longhaul.mock.dcgm.DcgmExporter;
import io.longhaul.mock.dcgm.LoadIntegral;
import io.longhaul.mock.llm.LlmServer;
import io.longhaul.mock.net.ServerTls;
import io.longhaul.mock.truth.TruthLog;
import io.longhaul.mock.truth.TruthRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A running mock server. It serves until it is closed; its threads are daemon threads.
 *
 * <pre>{@code
 * MockServerOptions options = MockServerOptions.builder().timeToFirstToken("normal(50ms,10ms)").build();
 * try (MockServer server = MockServer.start(options)) {
 *   … "http://127.0.0.1:" + server.llmPort() + "/v1/chat/completions" …
 * }
 * }</pre>
 */
public final class MockServer implements AutoCloseable {
  private final LlmServer llm;
  private final DcgmExporter dcgm;
  private final @Nullable TruthLog truthLog;

  private MockServer(LlmServer llm, DcgmExporter dcgm, @Nullable TruthLog truthLog) {
    this.llm = llm;
    this.dcgm = dcgm;
    this.truthLog = truthLog;
  }

  /**
   * Starts the servers.
   *
   * @throws IOException if a port cannot be bound or the truth log cannot be created; all servers
   *     are then stopped
   */
  public static MockServer start(MockServerOptions options) throws IOException {
    TruthLog truthLog =
        options.truthLogFile() == null ? null : TruthLog.open(options.truthLogFile());
    LoadIntegral load = new LoadIntegral(System.nanoTime());
    LlmServer llm = null;
    try {
      llm = openLlm(options, truthLog == null ? record -> {} : truthLog::add, load);
      DcgmExporter dcgm =
          new DcgmExporter(
              options.host(),
              options.dcgmPort(),
              options.gpuCount(),
              options.gpuCollectNanos(),
              options.script().seed(),
              load,
              options.script().changes(),
              options.scrapeFaults());
      return new MockServer(llm, dcgm, truthLog);
    } catch (IOException e) {
      if (llm != null) {
        llm.close();
      }
      if (truthLog != null) {
        truthLog.close();
      }
      throw e;
    }
  }

  private static LlmServer openLlm(
      MockServerOptions options, Consumer<TruthRecord> truth, LoadIntegral load)
      throws IOException {
    Path certificate = options.certificateFile();
    Path key = options.keyFile();
    return new LlmServer(
        options.host(),
        options.llmPort(),
        options.script(),
        options.models(),
        options.apiKey(),
        certificate == null || key == null ? null : ServerTls.of(certificate, key),
        truth,
        load::openStreamsChanged);
  }

  /** Returns the port of the LLM server. */
  public int llmPort() {
    return llm.port();
  }

  /** Returns the port of the DCGM exporter, which serves {@code /metrics}. */
  public int dcgmPort() {
    return dcgm.port();
  }

  /**
   * Returns the truth log, if enabled. It is complete when the server is closed, and otherwise at
   * most 200 ms behind.
   */
  public Optional<Path> truthLog() {
    return Optional.ofNullable(truthLog).map(TruthLog::file);
  }

  /** Runs a task on the event loop of the LLM server and waits for it. */
  public void onLoop(Runnable task) {
    llm.onLoop(task);
  }

  /** Returns the number of requests to endpoints that were received completely. */
  public long requestsReceived() {
    return llm.requestsReceived();
  }

  /** Returns the number of requests to endpoints with an unfinished response. */
  public int openStreams() {
    return llm.openStreams();
  }

  /**
   * Closes ports and connections, ends all threads and completes the truth log.
   *
   * @throws IOException if the truth log could not be written
   */
  @Override
  public void close() throws IOException {
    dcgm.close();
    llm.close();
    if (truthLog != null) {
      truthLog.close();
    }
  }
}
