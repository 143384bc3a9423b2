package io.longhaul.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** GuideLLM 0.8. */
public record GuideLlmPeer(Path executable) implements Peer {
  private static final String RESULT = "benchmarks.json";

  @Override
  public String name() {
    return "GuideLLM";
  }

  @Override
  public List<String> command(PeerLoad load, Path folder) {
    return List.of(
        executable.toString(),
        "run",
        "--backend",
        "kind=openai_http,target=" + load.url() + ",model=mock-model",
        "--profile",
        "kind=concurrent,streams=" + load.concurrency(),
        "--constraint",
        "kind=max_duration,seconds=" + load.seconds(),
        "--tokenizer",
        "kind=huggingface_auto,model=" + load.tokenizer(),
        "--data",
        "kind=synthetic_text,prompt_tokens=%1$d,output_tokens=%1$d".formatted(load.tokens()),
        "--output",
        "kind=json,path=" + folder.resolve(RESULT),
        "--disable-console");
  }

  @Override
  public List<TimedRequest> requests(Path folder) throws IOException {
    List<TimedRequest> requests = new ArrayList<>();
    JsonNode document = new ObjectMapper().readTree(folder.resolve(RESULT).toFile());
    for (JsonNode request : document.at("/benchmarks/0/requests/successful")) {
      requests.add(
          TimedRequest.ofSeconds(
              request.path("request_start_time").asDouble(),
              request.path("time_to_first_token_ms").asDouble()));
    }
    return requests;
  }
}
