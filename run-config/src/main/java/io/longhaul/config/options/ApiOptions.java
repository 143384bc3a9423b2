package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.ApiAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the HTTP API that serves the progress of a run. */
final class ApiOptions {
  static final String HOST = "--api-host";
  static final String PORT = "--api-port";

  @Yaml("runtime.apiPort")
  @Option(
      names = PORT,
      description =
          "Serve the state of the run, with the live view at /dashboard, over HTTP and WebSocket on"
              + " this port, without a token; 0 for any free port. Default: a free port of 127.0.0.1,"
              + " with a token; the run prints the URL of the live view")
  OptionValue.@Nullable Port port;

  @Needs(PORT)
  @Yaml("runtime.apiHost")
  @Option(
      names = HOST,
      paramLabel = "HOST",
      description =
          "Address for --api-port. There is no authentication: anyone who can reach the address can"
              + " read the state of the run and stop it. Default: 127.0.0.1")
  @Nullable String host;

  @NotWith(PORT)
  @Option(
      names = "--no-live-view",
      description =
          "Open no port. Without this option and --api-port, the run serves its state on a free"
              + " port of 127.0.0.1.")
  boolean noLiveView;

  /** Returns the address of the API, or empty for none. */
  Optional<ApiAddress> address() {
    return OptionValue.of(port).map(number -> new ApiAddress(hostOrDefault(), number));
  }

  private String hostOrDefault() {
    if (host == null) {
      return "127.0.0.1";
    }
    String stripped = host.strip();
    boolean inBrackets = stripped.startsWith("[") && stripped.endsWith("]");
    return inBrackets ? stripped.substring(1, stripped.length() - 1) : stripped;
  }
}
