package io.longhaul.load;

import io.longhaul.load.http.AhcLlmClient;
import io.longhaul.load.http.ClientSettings;
import io.longhaul.load.http.ForwardProxy;
import io.longhaul.load.http.Http2LlmClient;
import io.longhaul.load.http.HttpPort;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.PemCertificates;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.time.RunClock;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the clients of a plan, with the plan's connection settings. */
public final class TargetConnections {
  /** The header with the credentials for a proxy; servers do not receive it. */
  public static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

  private static final long NO_KEEP_ALIVE = 0;

  private TargetConnections() {}

  /**
   * Returns a factory for the plan's clients; its argument is the name of the event loop's thread.
   *
   * @param secretHeaders may contain the credentials for a proxy
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

  /** Creates a client for gRPC calls that are not part of the load. */
  static LlmClient ofCalls(TargetPlan target, RunClock clock, String name) {
    return Http2LlmClient.ofGrpc(name, clock, of(target, Map.of()));
  }

  /** Returns the plan's settings, with defaults for the others. */
  private static ClientSettings of(TargetPlan target, Map<String, Secret> secretHeaders) {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    return new ClientSettings(
        defaults.connectTimeoutNanos(),
        target.connectionReuse() == ConnectionReuse.NEVER
            ? NO_KEEP_ALIVE
            : defaults.keepIdleNanos(),
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

  private static @Nullable Secret authorization(Map<String, Secret> secretHeaders) {
    return secretHeaders.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(PROXY_AUTHORIZATION))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /**
   * @param authorization null if the proxy requires none
   */
  private static ForwardProxy proxyOf(TargetPlan target, @Nullable Secret authorization) {
    URI url = URI.create(target.proxy());
    return new ForwardProxy(
        url.getHost(),
        HttpPort.of(url),
        authorization == null ? null : authorization.reveal(),
        target.urls().stream()
            .map(server -> URI.create(server).getRawAuthority())
            .collect(Collectors.toSet()));
  }
}
