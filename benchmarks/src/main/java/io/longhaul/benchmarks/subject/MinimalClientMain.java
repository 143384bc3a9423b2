package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.longhaul.load.endpoint.request.Keyword;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.load.ArrivalPattern;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PlanShare;
import io.longhaul.load.schedule.EntryTimes;
import io.longhaul.load.schedule.PlannedArrivals;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.time.ClockAnchor;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The minimal program that measures a stream: one event loop with one handler, which reads the
 * clock before it scans the bytes only for tokens and the end. Argument: base URL. Commands:
 *
 * <ul>
 *   <li>{@code warm COUNT}: sends a number of requests without response delay
 *   <li>{@code open PER_SECOND SECONDS PATTERN FILE}: sends requests with the arrivals of a
 *       generator with seed 1 and writes the measurements to the file
 * </ul>
 *
 * Both respond with the number of requests. Everything runs on the event loop.
 */
public final class MinimalClientMain {
  private static final int WARM_CONCURRENCY = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long START_IN_NANOS = NANOS_PER_SECOND / 10;

  private final InetSocketAddress server;
  private final byte[] body = ChatRequest.body();
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());

  private final ClockAnchor anchor = new AnchoredRunClock().readAnchor();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final List<RequestMeasurement> measurements = new ArrayList<>();
  private long sent;

  private MinimalClientMain(URI url) {
    this.server = new InetSocketAddress(url.getHost(), url.getPort());
  }

  public static void main(String[] args) throws Exception {
    MinimalClientMain client = new MinimalClientMain(URI.create(args[0]));
    CommandLoop.run(command -> Integer.toString(client.handle(command.split(" ", -1))));
    client.group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }

  private int handle(String[] arguments) throws IOException, InterruptedException {
    if (arguments[0].equals("warm")) {
      int count = Integer.parseInt(arguments[1]);
      CountDownLatch left = new CountDownLatch(count);
      group.execute(
          () -> {
            for (int i = 0; i < WARM_CONCURRENCY; i++) {
              sendWarm(left);
            }
          });
      left.await();
      return count;
    }
    double perSecond = Double.parseDouble(arguments[1]);
    long durationNanos = Long.parseLong(arguments[2]) * NANOS_PER_SECOND;
    ArrivalPattern pattern = Keyword.find(ArrivalPattern.class, arguments[3]).orElseThrow();
    List<Long> arrivals = arrivals(perSecond, pattern, durationNanos);
    CountDownLatch left = new CountDownLatch(arrivals.size());
    long start = System.nanoTime() + START_IN_NANOS;
    group.execute(
        () -> {
          measurements.clear();
          sendFrom(0, arrivals, start, left);
        });
    left.await();
    RequestMeasurement.write(Path.of(arguments[4]), measurements);
    return arrivals.size();
  }

  private static List<Long> arrivals(double perSecond, ArrivalPattern pattern, long durationNanos) {
    RunPlan plan =
        RunPlanBuilder.plan("minimal")
            .model("mock-model")
            .seed(1)
            .requestRate(perSecond)
            .arrivalPattern(pattern)
            .durationNanos(durationNanos)
            .build();
    PlannedArrivals arrivals =
        new PlannedArrivals(plan, LoadPhase.PROFILING, new PlanShare(0, 1, 0), EntryTimes.NONE);
    List<Long> offsets = new ArrayList<>();
    while (arrivals.hasNext()) {
      offsets.add(arrivals.offsetNanos());
      arrivals.nextLong();
    }
    return offsets;
  }

  private void sendWarm(CountDownLatch left) {
    long now = System.nanoTime();
    send(
        "x-mock-ttft: 0ms\r\nx-mock-itl: 0ms\r\n",
        now,
        now,
        () -> {
          left.countDown();
          if (left.getCount() >= WARM_CONCURRENCY) {
            sendWarm(left);
          }
        });
  }

  private void sendFrom(int next, List<Long> arrivals, long start, CountDownLatch left) {
    int index = next;
    while (index < arrivals.size()) {
      long now = System.nanoTime();
      long due = start + arrivals.get(index);
      if (due > now) {
        int waiting = index;
        Future<?> unused =
            group.schedule(
                () -> sendFrom(waiting, arrivals, start, left), due - now, TimeUnit.NANOSECONDS);
        return;
      }
      send("", due, now, left::countDown);
      index++;
    }
  }

  private void send(
      String extraHeaders, long scheduledNanos, long handedNanos, Runnable whenEnded) {
    String id = "minimal-" + sent++;
    byte[] head =
        """
        POST %s HTTP/1.1
        host: %s:%d
        content-type: application/json
        x-request-id: %s
        %scontent-length: %d

        """
            .formatted(
                ChatRequest.PATH,
                server.getHostString(),
                server.getPort(),
                id,
                extraHeaders,
                body.length)
            .replace("\r\n", "\n")
            .replace("\n", "\r\n")
            .getBytes(US_ASCII);
    ByteBuf request = Unpooled.wrappedBuffer(head, body);
    Connection connection = idle.poll();
    if (connection == null) {
      connect(id, scheduledNanos, handedNanos, request, whenEnded);
    } else {
      connection.begin(id, scheduledNanos, handedNanos, whenEnded);
      connection.startNanos = System.nanoTime();
      connection.write(request);
    }
  }

  private void connect(
      String id, long scheduledNanos, long handedNanos, ByteBuf request, Runnable whenEnded) {
    Connection connection = new Connection();
    connection.begin(id, scheduledNanos, handedNanos, whenEnded);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(group)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(connection);
    connection.startNanos = System.nanoTime();
    bootstrap
        .connect(server)
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE)
        .addListener(done -> connection.write(request));
  }

  /**
   * One connection and its current request: counts tokens and records the first and the last one.
   */
  @SuppressWarnings("NullAway.Init") // handlerAdded() and begin() run before all other methods
  private final class Connection extends ChannelInboundHandlerAdapter {
    private final Pattern tokenStart = new Pattern("\"content\":\"");
    private final Pattern lastChunk = new Pattern("\r\n0\r\n\r\n");
    private Channel channel;
    private String id;
    private long scheduledNanos;
    private long handedNanos;
    private long startNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;
    private int tokens;
    private boolean afterTokenStart;
    private Runnable whenEnded;

    void begin(String newId, long scheduledAtNanos, long handedAtNanos, Runnable atEnd) {
      id = newId;
      scheduledNanos = scheduledAtNanos;
      handedNanos = handedAtNanos;
      tokens = 0;
      whenEnded = atEnd;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A request that cannot be written never ends.
    void write(ByteBuf request) {
      channel.writeAndFlush(request);
    }

    /**
     * Runs before the connection is established, because listeners of the connect are called before
     * its handlers.
     */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      channel = context.channel();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      long atNanos = System.nanoTime();
      ByteBuf bytes = (ByteBuf) message;
      boolean ended = false;
      while (bytes.isReadable()) {
        ended |= isLastByte(bytes.readByte(), atNanos);
      }
      bytes.release();
      if (ended) {
        end();
      }
    }

    /** Returns whether this was the last byte of the response. */
    private boolean isLastByte(byte each, long atNanos) {
      if (afterTokenStart && each != '"') {
        firstTokenNanos = tokens == 0 ? atNanos : firstTokenNanos;
        lastTokenNanos = atNanos;
        tokens++;
      }
      afterTokenStart = tokenStart.endsWith(each);
      return lastChunk.endsWith(each);
    }

    private void end() {
      measurements.add(
          new RequestMeasurement(
              id,
              anchor.epochNanosAt(scheduledNanos),
              firstTokenNanos - startNanos,
              (double) (lastTokenNanos - firstTokenNanos) / Math.max(1, tokens - 1),
              startNanos - handedNanos));
      idle.push(this);
      whenEnded.run();
    }
  }

  /** Finds a text in a stream of bytes. The text must not overlap with itself. */
  private static final class Pattern {
    private final byte[] text;
    private int matched;

    Pattern(String text) {
      this.text = text.getBytes(US_ASCII);
    }

    /** Returns whether the bytes so far end with the text. */
    boolean endsWith(byte next) {
      if (next != text[matched]) {
        matched = 0;
      }
      if (next == text[matched]) {
        matched++;
      }
      boolean found = matched == text.length;
      matched = found ? 0 : matched;
      return found;
    }
  }
}
