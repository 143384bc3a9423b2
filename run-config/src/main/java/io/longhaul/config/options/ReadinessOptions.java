package io.longhaul.config.options;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.ReadinessWait;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.Keyword;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the readiness and preflight checks before the load. */
final class ReadinessOptions {
  private static final String TIMEOUT = "--wait-for-model-timeout";
  private static final String MODE = "--wait-for-model-mode";
  private static final long DEFAULT_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

  @Yaml("endpoint.waitForModelTimeout")
  @Option(
      names = TIMEOUT,
      description =
          "Before starting anything, wait up to this long until each model at each URL is ready."
              + " Default: 0, no wait")
  OptionValue.@Nullable SecondsOrZero timeout;

  @Yaml("endpoint.waitForModelMode")
  @Option(
      names = MODE,
      paramLabel = "MODE",
      description =
          "Readiness check: models (the server lists the model), inference (the server answers a"
              + " request for one token) or both. Default: inference")
  @Nullable String mode;

  @Yaml("endpoint.waitForModelInterval")
  @Option(
      names = "--wait-for-model-interval",
      description = "Time between readiness checks. Default: 5")
  OptionValue.@Nullable Seconds interval;

  @Option(
      names = "--no-preflight",
      description =
          "Skip the preflight check. Before the load, it verifies that each server uses the"
              + " protocol in its URL (http or https), accepts the API key, and has the path and"
              + " the model.")
  boolean noPreflight;

  /** Returns the wait for readiness, or empty for none. */
  Optional<ReadinessWait> wanted(EndpointOptions endpoint, OptionProblems problems) {
    long timeoutNanos = OptionValue.of(timeout).orElse(0L);
    long intervalNanos = OptionValue.of(interval).orElse(DEFAULT_INTERVAL_NANOS);
    ReadinessWait.Mode wantedMode = mode(endpoint.type(), problems);
    if (timeoutNanos > 0 && endpoint.grpcMethod != null && endpoint.grpcDescriptor == null) {
      problems.invalid(
          TIMEOUT,
          timeout,
          "not with --grpc-method, whose types are first requested from the server; add"
              + " --grpc-descriptor");
    }
    return timeoutNanos == 0
        ? Optional.empty()
        : Optional.of(new ReadinessWait(timeoutNanos, intervalNanos, wantedMode));
  }

  private ReadinessWait.Mode mode(EndpointType endpoint, OptionProblems problems) {
    if (mode == null) {
      return ReadinessWait.Mode.INFERENCE;
    }
    Optional<ReadinessWait.Mode> typed = Keyword.find(ReadinessWait.Mode.class, mode);
    if (typed.isEmpty()) {
      problems.invalid(MODE, mode, Keyword.list(ReadinessWait.Mode.class));
    } else if (typed.get().asksForModels() && !ReadinessProbe.canListModels(endpoint)) {
      problems.invalid(
          MODE,
          mode,
          "inference with endpoint type %s, whose servers do not list models"
              .formatted(endpoint.typedName()));
    }
    return typed.orElse(ReadinessWait.Mode.INFERENCE);
  }
}
