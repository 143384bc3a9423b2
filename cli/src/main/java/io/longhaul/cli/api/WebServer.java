package io.longhaul.cli.api;

import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A read-only server of pages about many runs, and of the live views of runs in progress. Clients
 * need a token.
 */
public final class WebServer implements AutoCloseable {
  private static final long TICK_SECONDS = 1;
  private static final long PING_SECONDS = 20;

  /** Paths of a live view, below that of its run. */
  private static final Pattern OF_LIVE_VIEW =
      Pattern.compile("(/runs/[0-9]+/[^/]+)(/(?:dashboard|ws|metrics|api/.*))");

  private final ApiPort port;

  /** The live views that were added and not removed. */
  private final Set<LiveRun> liveRuns = ConcurrentHashMap.newKeySet();

  /** Starts the thread. */
  public WebServer(AccessToken token) {
    this.port = new ApiPort(Optional.of(token));
  }

  /**
   * Opens the port; closes everything if that fails.
   *
   * @param address address to bind; port 0 for any free port
   * @param ownName host name by which clients reach the server
   * @throws IOException if the port cannot be bound
   */
  public void open(InetSocketAddress address, ServerName ownName, WebSite site) throws IOException {
    port.open(address, false, ownName, new Site(site, new StatusPages(site.status())));
    repeat(LiveRun::tick, TICK_SECONDS);
    repeat(run -> run.subscribers().ping(), PING_SECONDS);
  }

  /** Repeats a task for each live view; a problem of one does not concern the others. */
  private void repeat(Consumer<LiveRun> task, long seconds) {
    port.repeat(() -> liveRuns.forEach(run -> ApiPort.attempt(() -> task.accept(run))), seconds);
  }

  /** Returns the bound address. */
  public InetSocketAddress address() {
    return port.address();
  }

  /** Returns the URL of the first page, with the token. */
  public String url() {
    return port.url("/");
  }

  /** Creates the live view of a run, which {@link #remove} ends. */
  public LiveRun add(ApiRunInfo run) {
    LiveRun live = new LiveRun(run, port);
    liveRuns.add(live);
    return live;
  }

  /** Ends a live view and the connections of its clients. */
  public void remove(LiveRun run) {
    liveRuns.remove(run);
    port.execute(() -> run.subscribers().close());
  }

  /** Closes the port and all connections, and stops the thread. */
  @Override
  public void close() {
    liveRuns.forEach(this::remove);
    port.close();
  }

  /** Passes requests on to the pages or to a live view. */
  private record Site(WebSite pages, StatusPages status) implements ApiSite {

    private Optional<LiveRun> liveRun(Matcher path) {
      return path.matches() ? pages.liveRun(path.group(1)) : Optional.empty();
    }

    @Override
    public CompletionStage<ApiResponse> respond(ApiRequest request) {
      if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
        return CompletableFuture.completedFuture(ApiResponse.READ_ONLY);
      }
      Optional<ApiResponse> ofProcess = status.respond(request.path(), request.accept());
      if (ofProcess.isPresent()) {
        return CompletableFuture.completedFuture(ofProcess.get());
      }
      Matcher path = OF_LIVE_VIEW.matcher(request.path());
      return liveRun(path)
          .map(run -> run.routes().respond(request.of(path.group(2))))
          .orElseGet(() -> pages.respond(request.path(), request.query()));
    }

    @Override
    public Optional<Subscribers> subscribers(String requested) {
      Matcher path = OF_LIVE_VIEW.matcher(requested);
      return liveRun(path).flatMap(run -> run.routes().subscribers(path.group(2)));
    }
  }
}
