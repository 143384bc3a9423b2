package io.longhaul.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.sse.SseDecoder;
import io.longhaul.load.sse.SseLimitException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Decodes a streamed chat response of 32 chunks like the recording thread: lines to events, and
 * events with or without their JSON. Most servers send events that differ only in their text; some
 * send a usage with other numbers in each event.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ResponseReading extends SmallBenchmark {
  private static final int CHUNKS = 32;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private final EndpointDialect dialect = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS);

  /** One network read per chunk. */
  private final byte[][] reads = response("");

  private final byte[][] readsWithUsage =
      response(
          """
          ,"usage":{"prompt_tokens":550,"total_tokens":%1$d,"completion_tokens":%1$d}\
          """);

  private static byte[][] response(String usage) {
    byte[][] response = new byte[CHUNKS + 1][];
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      String delta = "{\"content\":\" word" + chunk + "\"}";
      response[chunk] = event(delta, "null", usage.formatted(chunk + 1)).getBytes(UTF_8);
    }
    response[CHUNKS] = (event("{}", "\"stop\"", "") + "data: [DONE]\n\n").getBytes(UTF_8);
    return response;
  }

  private static String event(String delta, String finishReason, String usage) {
    return """
    data: {"id":"chatcmpl-0123456789abcdef","object":"chat.completion.chunk",\
    "created":1700000000,"model":"mock-model","choices":[{"index":0,"delta":%s,\
    "logprobs":null,"finish_reason":%s}]%s}

    """
        .formatted(delta, finishReason, usage);
  }

  /** Number of bytes read; JMH reports it per second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Volume {
    public double megabytes;

    @Setup(Level.Iteration)
    public void clear() {
      megabytes = 0;
    }
  }

  @Benchmark
  public void events(Volume volume, Blackhole blackhole) throws SseLimitException {
    feed(reads, new SseDecoder(event -> blackhole.consume(event.dataLength())), volume);
  }

  @Benchmark
  public void eventsAndJson(Volume volume, Blackhole blackhole) throws SseLimitException {
    readJson(reads, volume, blackhole);
  }

  @Benchmark
  public void eventsAndJsonWithUsage(Volume volume, Blackhole blackhole) throws SseLimitException {
    readJson(readsWithUsage, volume, blackhole);
  }

  private void readJson(byte[][] response, Volume volume, Blackhole blackhole)
      throws SseLimitException {
    ResponseReader reader = dialect.newReader(true);
    feed(response, new SseDecoder(event -> blackhole.consume(reader.event(event))), volume);
    blackhole.consume(reader.result(true));
  }

  private static void feed(byte[][] response, SseDecoder decoder, Volume volume)
      throws SseLimitException {
    for (byte[] read : response) {
      decoder.feed(read, 0, read.length);
      volume.megabytes += read.length / BYTES_PER_MEGABYTE;
    }
    decoder.end(true);
  }
}
