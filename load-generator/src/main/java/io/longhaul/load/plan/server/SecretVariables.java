package io.longhaul.load.plan.server;

import java.util.regex.Pattern;

/**
 * Environment variables that contain keys and are not passed to child processes that do not need
 * them: API keys, and the headers of requests to an OpenTelemetry collector.
 */
public final class SecretVariables {
  private static final Pattern SECRET = Pattern.compile(".*_API_KEY|OTEL_EXPORTER_OTLP_.*HEADERS");

  private SecretVariables() {}

  /** Removes these variables from the environment of a process that is about to start. */
  public static void removeFrom(ProcessBuilder process) {
    process.environment().keySet().removeIf(SECRET.asMatchPredicate());
  }
}
