package io.longhaul.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * AIPerf, or Longhaul, which accepts the same command line and writes the same files.
 *
 * @param extraOptions options of this tool alone
 */
public record AiperfPeer(String name, Path executable, List<String> extraOptions) implements Peer {
  /** Returns AIPerf. */
  public static Peer aiperf(Path executable) {
    return new AiperfPeer("AIPerf", executable, List.of("--no-server-metrics"));
  }

  /** Returns Longhaul, which counts tokens itself. */
  public static Peer longhaul(Path launcher) {
    return new AiperfPeer("Longhaul", launcher, List.of());
  }

  /** Returns Longhaul with the server's token counts. */
  public static Peer longhaulWithServerCounts(Path launcher) {
    return new AiperfPeer(
        "Longhaul, server's token counts", launcher, List.of("--use-server-token-count"));
  }

  @Override
  public List<String> command(PeerLoad load, Path folder) {
    List<String> words = new ArrayList<>(List.of(executable.toString(), "profile"));
    words.addAll(List.of("--model", "mock-model", "--url", load.url(), "--streaming"));
    words.addAll(List.of("--tokenizer", load.tokenizer().toString()));
    words.addAll(List.of("--isl", Integer.toString(load.tokens()), "--random-seed", "1"));
    words.addAll(List.of("--ui", "none", "--no-gpu-telemetry"));
    words.addAll(List.of("--artifact-dir", folder.toString()));
    words.addAll(List.of("--benchmark-duration", Integer.toString(load.seconds())));
    words.addAll(List.of("--concurrency", Integer.toString(load.concurrency())));
    words.addAll(extraOptions);
    return words;
  }

  @Override
  public List<TimedRequest> requests(Path folder) throws IOException {
    List<TimedRequest> requests = new ArrayList<>();
    RecordLines.forEach(
        folder.resolve("profile_export.jsonl"),
        line -> {
          JsonNode firstToken = line.path("metrics").path("time_to_first_token");
          if (!firstToken.isMissingNode()) {
            requests.add(
                TimedRequest.ofNanos(
                    line.path("metadata").path("request_start_ns").asLong(),
                    firstToken.path("value").asDouble()));
          }
        });
    return requests;
  }
}
