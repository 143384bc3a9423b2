package io.longhaul.benchmarks.subject;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.asynchttpclient.AsyncHandler;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.HttpResponseBodyPart;
import org.asynchttpclient.HttpResponseStatus;
import org.asynchttpclient.ListenableFuture;
import org.asynchttpclient.Request;
import org.asynchttpclient.RequestBuilder;

/**
 * The minimal use of Async HTTP Client: a closed loop on one event loop that sends the same request
 * repeatedly and ignores all responses. Arguments: base URL, requests in flight. Command: the
 * number of requests. Response: their {@link Cost}.
 */
public final class BareLoopMain {
  private static final String LOOP_THREAD = "bare-loop-1-1";
  private static final Duration NEVER = Duration.ofMillis(-1);

  private final AsyncHttpClient client;
  private final EventLoopGroup group;
  private final Request request;
  private final int concurrency;

  /** Event loop only. */
  private long toSend;

  private long toEnd;
  private CompletableFuture<Long> lastEnd = new CompletableFuture<>();

  private BareLoopMain(String url, int concurrency) {
    this.concurrency = concurrency;
    this.group = newGroup();
    this.client =
        new DefaultAsyncHttpClient(
            new DefaultAsyncHttpClientConfig.Builder()
                .setEventLoopGroup(group)
                .setMaxRequestRetry(0)
                .setRequestTimeout(NEVER)
                .setReadTimeout(NEVER)
                .setEnableAutomaticDecompression(false)
                .setCookieStore(null)
                .build());
    this.request =
        new RequestBuilder("POST")
            .setUrl(url + ChatRequest.PATH)
            .addHeader("Content-Type", "application/json")
            .addHeader("Accept", "text/event-stream")
            .setBody(ChatRequest.body())
            .build();
  }

  @SuppressWarnings("deprecation") // Async HTTP Client supports no others.
  private static EventLoopGroup newGroup() {
    ThreadFactory threads = new DefaultThreadFactory("bare-loop", true);
    return Epoll.isAvailable()
        ? new EpollEventLoopGroup(1, threads)
        : new NioEventLoopGroup(1, threads);
  }

  public static void main(String[] args) throws Exception {
    BareLoopMain loop = new BareLoopMain(args[0], Integer.parseInt(args[1]));
    loop.group.submit(() -> {}).sync();
    try (loop.client) {
      CommandLoop.run(command -> loop.run(Long.parseLong(command)));
    }
  }

  private Cost run(long requests)
      throws ExecutionException, TimeoutException, InterruptedException {
    lastEnd = new CompletableFuture<>();
    CostMeter meter = new CostMeter(LOOP_THREAD);
    long startNanos = System.nanoTime();
    group.execute(() -> start(requests));
    long endNanos = lastEnd.get(5, TimeUnit.MINUTES);
    return meter.read(requests, endNanos - startNanos);
  }

  private void start(long requests) {
    toSend = requests;
    toEnd = requests;
    for (int i = 0; i < concurrency; i++) {
      sendNext();
    }
  }

  private void sendNext() {
    if (toSend > 0) {
      toSend--;
      // The handler receives the end.
      ListenableFuture<Void> unused = client.executeRequest(request, new IgnoringHandler());
    }
  }

  private final class IgnoringHandler implements AsyncHandler<Void> {
    @Override
    public State onStatusReceived(HttpResponseStatus status) {
      return State.CONTINUE;
    }

    @Override
    public State onHeadersReceived(HttpHeaders headers) {
      return State.CONTINUE;
    }

    @Override
    public State onBodyPartReceived(HttpResponseBodyPart part) {
      return State.CONTINUE;
    }

    @Override
    public void onThrowable(Throwable failure) {
      lastEnd.completeExceptionally(failure);
    }

    @Override
    public Void onCompleted() {
      toEnd--;
      if (toEnd == 0) {
        lastEnd.complete(System.nanoTime());
      } else {
        sendNext();
      }
      return null;
    }
  }
}
