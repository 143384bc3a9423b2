package io.longhaul.load;

import io.longhaul.load.http.AhcLlmClient;
import io.longhaul.load.http.ClientSettings;
import io.longhaul.load.http.ForwardProxy;
import io.longhaul.load.http.Http2LlmClient;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.PemCertificates;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How a client treats the connections of a plan. */
public final class TargetConnections {
  /** The header that a proxy reads, and no server gets. */
  public static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

  private static final long NO_KEEP_ALIVE = 0;
  private static final int DEFAULT_PROXY_PORT = 80;

  private TargetConnections() {}

  /**
   * Makes the plan's clients, each with a name for its loop's thread.
   *
   * @param secretHeaders among which is what a proxy is told of who asks
   */
  public static Function<String, LlmClient> clients(
      RunPlan plan, Map<String, Secret> secretHeaders, RunClock clock) {
    ClientSettings settings = of(plan.target(), secretHeaders);
    if (plan.request().endpointType().speaksGrpc()) {
      return name -> Http2LlmClient.ofGrpc(name, clock, settings);
    }
    return switch (plan.target().httpVersion()) {
      case HTTP_1_1 -> name -> new AhcLlmClient(name, clock, settings);
      case HTTP_2 -> name -> Http2LlmClient.ofHttp(name, clock, settings);
    };
  }

  /** A client for calls of gRPC that are no part of a load. */
  static LlmClient ofCalls(TargetPlan target, RunClock clock, String name) {
    return Http2LlmClient.ofGrpc(name, clock, of(target, Map.of()));
  }

  /** What the plan says, and the defaults for the rest. */
  private static ClientSettings of(TargetPlan target, Map<String, Secret> secretHeaders) {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    return new ClientSettings(
        defaults.connectTimeoutNanos(),
        target.connectionReuse() == ConnectionReuse.NEVER ? NO_KEEP_ALIVE : defaults.keepIdleNanos(),
        target.staleRetry(),
        trust(target),
        target.proxy() == null ? null : proxyOf(target, authorization(secretHeaders)));
  }

  private static ServerTrust trust(TargetPlan target) {
    if (target.insecureTls()) {
      return ServerTrust.ANY;
    }
    return target.caCertificates() == null
        ? ServerTrust.OF_JAVA
        : ServerTrust.only(PemCertificates.read(target.caCertificates()));
  }

  private static Secret authorization(Map<String, Secret> secretHeaders) {
    return secretHeaders.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(PROXY_AUTHORIZATION))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /**
   * @param authorization null where none is asked for
   */
  private static ForwardProxy proxyOf(TargetPlan target, Secret authorization) {
    URI url = URI.create(target.proxy());
    return new ForwardProxy(
        url.getHost(),
        url.getPort() < 0 ? DEFAULT_PROXY_PORT : url.getPort(),
        authorization == null ? null : authorization.reveal(),
        target.urls().stream()
            .map(server -> URI.create(server).getRawAuthority())
            .collect(Collectors.toSet()));
  }
}
