package io.longhaul.cli;

import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.cli.api.ServerName;
import io.longhaul.cli.api.StatusServer;
import io.longhaul.cli.otlp.MetricsPush;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.control.RunFailedException;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a process that reports its metrics and its health over HTTP. */
final class StatusOptions {
  private static final String PORT = "--api-port";
  private static final String HOST = "--api-host";
  private static final String LOOPBACK = "127.0.0.1";

  @Option(
      names = PORT,
      description =
          "Serve /metrics for Prometheus, and /healthz and /readyz for a supervisor, over HTTP on"
              + " this port; 0 for any free port. Default: no port")
  OptionValue.@Nullable Port port;

  @Option(
      names = HOST,
      paramLabel = "HOST",
      description = "Address for " + PORT + ". Default: " + LOOPBACK)
  @Nullable String host;

  /**
   * Opens the port, if there is one, prints its address, and sends the metrics to a collector, if
   * the environment asks for it.
   *
   * @throws InvalidOptionsException if an option is invalid
   * @throws RunFailedException if the port cannot be opened
   */
  Closeable open(ProcessStatus status, Terminal terminal)
      throws InvalidOptionsException, RunFailedException {
    OptionProblems problems = new OptionProblems();
    if (port == null) {
      problems.needs(HOST, host, PORT);
    } else {
      port.check(problems);
    }
    Optional<OtlpSettings> otlp = OtlpSettings.read(System.getenv(), problems);
    problems.throwIfAny();
    Closeable served = serve(status, terminal);
    Closeable pushed = push(otlp, status, terminal);
    return () -> {
      pushed.close();
      served.close();
    };
  }

  /** Sends the metrics until the end; does nothing without settings. */
  static Closeable push(Optional<OtlpSettings> otlp, ProcessStatus status, Terminal terminal) {
    return otlp.<Closeable>map(settings -> MetricsPush.ofProcess(settings, status, terminal::note))
        .orElse(() -> {});
  }

  private Closeable serve(ProcessStatus status, Terminal terminal) throws RunFailedException {
    Optional<Integer> wanted = OptionValue.of(port);
    if (wanted.isEmpty()) {
      return () -> {};
    }
    StatusServer server = open(host == null ? LOOPBACK : host, wanted.get(), status);
    terminal.message("Metrics: " + server.url());
    return server::close;
  }

  private static StatusServer open(String host, int port, ProcessStatus status)
      throws RunFailedException {
    try {
      return StatusServer.open(
          new ApiAddress(host, port).resolved(), new ServerName(host, HOST), status);
    } catch (UnknownHostException e) {
      throw RunFailedException.usage(
          "Invalid %s: %s (an address, or a name of this machine)".formatted(HOST, host));
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot listen on %s, port %d: %s (give another %s or %s)"
              .formatted(host, port, e.getMessage(), HOST, PORT));
    }
  }
}
