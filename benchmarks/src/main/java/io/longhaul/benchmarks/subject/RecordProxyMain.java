package io.longhaul.benchmarks.subject;

import io.longhaul.load.dataset.trace.TraceWriter;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.proxy.ReverseProxy;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import io.longhaul.load.traffic.TrafficRecorder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;

/**
 * The proxy of {@code longhaul record} in a separate process. Arguments: the server's URL and the
 * trace file. Commands: {@code url}, and {@code end}, which closes the proxy and returns the
 * numbers of recorded and of skipped requests.
 */
public final class RecordProxyMain {
  private static final long MOST_HELD_BYTES = 128L << 20;

  private RecordProxyMain() {}

  public static void main(String[] args) throws Exception {
    Tokenizer tokenizer =
        Tokenizers.ofThisProcess()
            .load(new TokenizerPlan("builtin", "main", false), false)
            .tokenizer();
    TrafficRecorder recorder =
        new TrafficRecorder(
            ChatRequest.PATH,
            Endpoints.CHAT.dialect(DialectOptions.DEFAULTS),
            tokenizer,
            TraceWriter.create(Path.of(args[1])),
            MOST_HELD_BYTES);
    ReverseProxy proxy =
        ReverseProxy.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            URI.create(args[0]),
            ServerTrust.OF_JAVA,
            new AnchoredRunClock(),
            recorder);
    CommandLoop.run(
        command ->
            command.equals("url")
                ? "http://127.0.0.1:" + proxy.address().getPort()
                : end(proxy, recorder));
    tokenizer.close();
  }

  private static String end(ReverseProxy proxy, TrafficRecorder recorder) throws IOException {
    proxy.close();
    recorder.close();
    return recorder.counts().recorded() + " " + recorder.counts().totalSkipped();
  }
}
