package io.longhaul.load;

import io.longhaul.load.http.AhcLlmClient;
import io.longhaul.load.http.ClientSettings;
import io.longhaul.load.http.Http2LlmClient;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.TargetPlan;
import io.longhaul.load.time.RunClock;
import java.util.function.Function;

/** How a client treats the connections of a plan. */
public final class TargetConnections {
  private static final long KEEP_NONE = 0;

  private TargetConnections() {}

  /** Makes the plan's clients, each with a name for its loop's thread. */
  public static Function<String, LlmClient> clients(RunPlan plan, RunClock clock) {
    ClientSettings settings = of(plan.target());
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
    return Http2LlmClient.ofGrpc(name, clock, of(target));
  }

  /** What the plan says, and the defaults for the rest. */
  private static ClientSettings of(TargetPlan target) {
    ClientSettings defaults = ClientSettings.DEFAULTS;
    return new ClientSettings(
        defaults.connectTimeoutNanos(),
        target.connectionReuse() == ConnectionReuse.NEVER ? KEEP_NONE : defaults.keepIdleNanos(),
        target.staleRetry(),
        !target.insecureTls());
  }
}
