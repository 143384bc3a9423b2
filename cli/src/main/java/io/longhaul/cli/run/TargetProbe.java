package io.longhaul.cli.run;

import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.Preflight;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.http.HttpPort;
import io.longhaul.load.plan.server.TargetPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Checks targets before the load starts. */
final class TargetProbe {
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final long PREFLIGHT_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int LOCAL_CONNECT_TIMEOUT_MILLIS = 300;

  private TargetProbe() {}

  /**
   * Connects once to each target, or to the proxy.
   *
   * @throws RunFailedException with {@link ExitCode#TARGET_FAILED} if targets cannot be reached;
   *     names all of them
   */
  static void requireReachable(TargetPlan target) throws RunFailedException {
    boolean direct = target.proxy() == null;
    String remedy =
        direct
            ? "start the server, or give its address with --url"
            : "start the proxy, or omit --proxy";
    requireEach(
        direct ? target.urls() : List.of(target.proxy()),
        url ->
            connectFailure(URI.create(url), CONNECT_TIMEOUT_MILLIS)
                .map(e -> "Cannot reach %s: %s (%s)".formatted(url, reasonOf(e), remedy)));
  }

  /**
   * Sends one HTTP/2 request to each target, as the load will.
   *
   * @throws RunFailedException with {@link ExitCode#TARGET_FAILED} if targets do not support
   *     HTTP/2; names all of them
   */
  static void requireHttp2(List<String> urls, ReadinessProbe probe) throws RunFailedException {
    long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(CONNECT_TIMEOUT_MILLIS);
    requireEach(
        urls,
        url ->
            probe
                .whyProtocolFails(url, timeoutNanos)
                .map(
                    why ->
                        "Cannot use HTTP/2 with %s: %s (omit --http-version, or use a server that supports HTTP/2)"
                            .formatted(url, why)));
  }

  /**
   * Checks each target for problems that would make every request of the load fail.
   *
   * @throws RunFailedException with {@link ExitCode#TARGET_FAILED} if targets have such problems;
   *     names all of them
   */
  static void runPreflight(List<String> urls, Preflight preflight) throws RunFailedException {
    requireEach(
        urls,
        url ->
            preflight
                .failure(url, PREFLIGHT_TIMEOUT_NANOS)
                .map(
                    refusal ->
                        "Cannot put load on %s: %s (%s; --no-preflight starts the load anyway)"
                            .formatted(url, refusal.problem(), refusal.remedy())));
  }

  private static void requireEach(List<String> urls, Function<String, Optional<String>> problem)
      throws RunFailedException {
    List<String> problems = urls.stream().map(problem).flatMap(Optional::stream).toList();
    if (!problems.isEmpty()) {
      throw new RunFailedException(
          ExitCode.TARGET_FAILED, problems.get(0), problems.subList(1, problems.size()));
    }
  }

  /** Returns whether the URL's port accepts connections. */
  static boolean isListening(URI url) {
    return connectFailure(url, LOCAL_CONNECT_TIMEOUT_MILLIS).isEmpty();
  }

  private static Optional<IOException> connectFailure(URI url, int timeoutMillis) {
    String host = url.getHost().replaceAll("^\\[|\\]$", "");
    IOException last = new UnknownHostException(host);
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(address, HttpPort.of(url)), timeoutMillis);
          return Optional.empty();
        } catch (IOException e) {
          last = e;
        }
      }
    } catch (UnknownHostException e) {
      last = e;
    }
    return Optional.of(last);
  }

  private static String reasonOf(IOException e) {
    return e instanceof UnknownHostException
        ? "unknown host " + e.getMessage()
        : String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
  }
}
