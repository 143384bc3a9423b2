package io.longhaul.cli.compose;

import java.util.Map;
import java.util.Optional;

/**
 * One service of a compose file.
 *
 * @param command what the image's entry point is given
 * @param healthcheck shell command that succeeds when the service is healthy
 * @param dependsOn condition by the name of the service that has to meet it first
 */
record ComposeService(
    String name,
    String command,
    Map<String, String> environment,
    Optional<String> healthcheck,
    Map<String, String> dependsOn) {
  static final String STARTED = "service_started";
  static final String HEALTHY = "service_healthy";
  static final String COMPLETED = "service_completed_successfully";
}
