package io.longhaul.benchmarks.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** nyann-bench (neuralmagic/nyann-bench). It counts no tokens. */
public record NyannPeer(Path executable) implements Peer {
  @Override
  public String name() {
    return "nyann-bench";
  }

  @Override
  public List<String> command(PeerLoad load, Path folder) {
    ObjectNode configuration = new ObjectMapper().createObjectNode();
    configuration
        .putObject("load")
        .put("concurrency", load.concurrency())
        .put("duration", load.seconds() + "s");
    configuration
        .putObject("workload")
        .put("type", "synthetic")
        .put("isl", load.tokens())
        .put("osl", load.tokens());
    return List.of(
        executable.toString(),
        "--log-level",
        "error",
        "generate",
        "--target",
        load.url() + "/v1",
        "--model",
        "mock-model",
        "--output-dir",
        folder.toString(),
        "--config",
        configuration.toString());
  }

  @Override
  public List<TimedRequest> requests(Path folder) throws IOException {
    List<TimedRequest> requests = new ArrayList<>();
    RecordLines.forEach(
        folder.resolve("requests_0.jsonl"),
        line -> {
          if (line.path("status").asText().equals("ok")) {
            requests.add(
                TimedRequest.ofSeconds(
                    line.path("t0").asDouble(), line.path("ttft_ms").asDouble()));
          }
        });
    return requests;
  }
}
