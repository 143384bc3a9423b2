package io.longhaul.mock.dcgm;

import io.longhaul.mock.dcgm.LoadIntegral.Load;
import io.longhaul.mock.net.Listener;
import io.longhaul.mock.script.Changes;
import io.longhaul.mock.script.Draws;
import io.longhaul.mock.script.FaultRule;
import io.longhaul.mock.script.ScrapeFault;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code /metrics} on its own port and event loop, so that a scrape never delays a token.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write ends in exceptionCaught, and nothing depends on a
// slow page
public final class DcgmExporter implements AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final LoadIntegral load;
  private final List<Gpu> gpus = new ArrayList<>();
  private final List<FaultRule<ScrapeFault>> faults;
  private final long seed;
  private final long collectNanos;
  private final Listener listener;
  private Load origin;
  private Load sample;
  private long scrapes;
  private int xid;
  private long memoryErrors;

  /**
   * Opens the exporter.
   *
   * @param port port to bind; 0 for any free port
   * @param gpuCount number of GPUs
   * @param collectNanos minimum time for which a sample is reported; 0 takes a new sample for each
   *     scrape
   * @param seed seed of the GPUs' names and differences
   * @param changes when GPUs are too hot
   * @throws IOException if the port cannot be bound
   */
  public DcgmExporter(
      String host,
      int port,
      int gpuCount,
      long collectNanos,
      long seed,
      LoadIntegral load,
      Changes changes,
      List<FaultRule<ScrapeFault>> faults)
      throws IOException {
    this.load = load;
    this.seed = seed;
    this.faults = List.copyOf(faults);
    this.collectNanos = collectNanos;
    this.origin = load.at(System.nanoTime());
    this.sample = origin;
    for (int i = 0; i < gpuCount; i++) {
      gpus.add(new Gpu(i, seed, changes));
    }
    this.listener = Listener.open("dcgm", host, port, this::handlersOfConnection);
  }

  public int port() {
    return listener.port();
  }

  @Override
  public void close() {
    listener.close();
  }

  private ChannelHandler[] handlersOfConnection() {
    return new ChannelHandler[] {
      new HttpServerCodec(), new HttpServerKeepAliveHandler(), new Scrapes()
    };
  }

  private @Nullable ScrapeFault faultOf(long scrape) {
    return FaultRule.faultOf(faults, scrape, Draws.of(seed, scrape, Draws.Purpose.FAULT));
  }

  /** Returns the load of the current sample. */
  private Load sample() {
    long now = System.nanoTime();
    if (now - sample.nanos() >= collectNanos) {
      sample = load.at(now);
    }
    return sample;
  }

  private String page(Load now, @Nullable ScrapeFault fault) {
    List<GpuSnapshot> readings = new ArrayList<>();
    for (Gpu gpu : gpus) {
      readings.add(gpu.read(now, origin, xid, memoryErrors));
    }
    return DcgmPage.of(gpus, readings, fault);
  }

  /** Handles the requests of one connection. */
  private final class Scrapes extends SimpleChannelInboundHandler<HttpRequest> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
      switch (request.uri()) {
        case "/metrics" -> scrape(context, faultOf(++scrapes));
        case "/health" -> respond(context, HttpResponseStatus.OK, "OK\n");
        default ->
            respond(context, HttpResponseStatus.NOT_FOUND, "Not found: " + request.uri() + "\n");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }

    private void scrape(ChannelHandlerContext context, @Nullable ScrapeFault fault) {
      if (fault == null) {
        respondWithPage(context, null);
        return;
      }
      switch (fault.kind()) {
        case STATUS ->
            respond(context, HttpResponseStatus.valueOf(fault.amount()), "Scripted failure\n");
        case DIE -> listener.suspend(fault.nanos());
        case SLOW ->
            context
                .executor()
                .schedule(
                    () -> respondWithPage(context, fault), fault.nanos(), TimeUnit.NANOSECONDS);
        case COUNTER_RESET -> {
          origin = load.at(System.nanoTime());
          sample = origin;
          memoryErrors = 0;
          respond(context, HttpResponseStatus.OK, page(origin, fault));
        }
        case XID -> {
          xid = fault.amount();
          respondWithPage(context, fault);
        }
        case ECC -> {
          memoryErrors += fault.amount();
          respondWithPage(context, fault);
        }
        case GARBAGE, NAN, BLANK, WITHOUT -> respondWithPage(context, fault);
      }
    }

    private void respondWithPage(ChannelHandlerContext context, @Nullable ScrapeFault fault) {
      respond(context, HttpResponseStatus.OK, page(sample(), fault));
    }

    private void respond(ChannelHandlerContext context, HttpResponseStatus status, String text) {
      ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), text);
      FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, CONTENT_TYPE);
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
      context.writeAndFlush(response, context.voidPromise());
    }
  }
}
