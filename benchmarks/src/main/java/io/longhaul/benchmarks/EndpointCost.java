package io.longhaul.benchmarks;

import static java.util.Objects.requireNonNull;

import io.longhaul.benchmarks.subject.Broker;
import io.longhaul.benchmarks.subject.Cost;
import io.longhaul.benchmarks.subject.GeneratorMain;
import io.longhaul.benchmarks.subject.RequestMedia;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares the generator's cost of a request of each endpoint type with that of a chat request
 * whose response has the same form, streamed or whole: the same prompt and media, and the same
 * number of tokens if it has tokens. Each type and chat run in turns, round by round, in separate
 * processes.
 */
@SuppressWarnings("NullAway.Init") // picocli sets the options
@Command(name = "EndpointCost", mixinStandardHelpOptions = true)
public final class EndpointCost implements Callable<Integer> {
  private static final String TOPIC = "benchmark.timing";
  private static final double MICROS_PER_SECOND = 1e6;

  private static final Map<RequestMedia, String> DEFAULT_TYPES =
      Map.of(
          RequestMedia.TEXT,
          "completions,embeddings,nim_rankings,cohere_rankings,hf_tei_rankings,"
              + "huggingface_generate,triton_generate,kserve_http,kserve,responses,messages,"
              + "image_generation,solido_rag",
          RequestMedia.IMAGE,
          "chat_embeddings,nvclip,responses,messages,image_edit,image_retrieval",
          RequestMedia.SOUND,
          "responses,audio_transcription");

  @Option(
      names = "--carrying",
      defaultValue = "TEXT",
      description = "Media in requests, including those of chat: ${COMPLETION-CANDIDATES}")
  private RequestMedia media;

  @Option(
      names = "--endpoint-types",
      description =
          "Endpoint types to measure, separated by commas; default: all that accept the media")
  private @Nullable String endpointTypes;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "Number of rounds; the result is their median")
  private int rounds;

  @Option(names = "--requests", defaultValue = "20000", description = "Requests per round")
  private int requests;

  @Option(names = "--concurrency", defaultValue = "64", description = "Requests in flight")
  private int concurrency;

  @Option(names = "--tokens", defaultValue = "32", description = "Tokens per response")
  private int tokens;

  public static void main(String[] args) {
    System.exit(new CommandLine(new EndpointCost()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Table table =
        new Table(
            "CPU per request", "loop, µs", "chat's", "ratio", "process, µs", "ratio", "a core");
    String names = endpointTypes == null ? requireNonNull(DEFAULT_TYPES.get(media)) : endpointTypes;
    try (Broker broker = Broker.start(TOPIC);
        BenchmarkServer mock = BenchmarkServer.start("0ms", "0ms", tokens)) {
      String url = mock.url();
      for (String name : names.split(",", -1)) {
        EndpointType type = Endpoints.named(name);
        String responses = type.canStream() ? "streamed" : "whole";
        try (BenchmarkProcess chat = generator(url, Endpoints.CHAT, responses, broker);
            BenchmarkProcess other = generator(url, type, responses, broker)) {
          BenchmarkProcess.runInTurns(List.of(chat, other), rounds);
          addLine(table, type.typedName() + ", " + responses, other, chat);
        }
      }
    }
    table.add("goal", "", "", "", "", "≤ 1.50 (HTTP)", "≥ 5,000/s (kserve)");
    System.out.printf(
        "Responses of %d tokens, %d in flight; medians of %d rounds of %d%n%n%s",
        tokens, concurrency, rounds, requests, table);
    return 0;
  }

  private BenchmarkProcess generator(String url, EndpointType type, String responses, Broker broker)
      throws Exception {
    return BenchmarkProcess.start(
        GeneratorMain.class,
        requests,
        url,
        Integer.toString(concurrency),
        type.typedName(),
        responses,
        "client",
        broker.bootstrapServers(),
        TOPIC,
        media.name());
  }

  private static void addLine(
      Table table, String name, BenchmarkProcess other, BenchmarkProcess chat) {
    double loop = other.median(Cost::loopMicros);
    double ofChat = chat.median(Cost::loopMicros);
    double process = other.median(Cost::processMicros);
    table.add(
        name,
        loop,
        ofChat,
        loop / ofChat,
        process,
        process / chat.median(Cost::processMicros),
        "%,.0f/s".formatted(MICROS_PER_SECOND / loop));
  }
}
