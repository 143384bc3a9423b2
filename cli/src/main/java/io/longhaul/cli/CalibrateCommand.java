package io.longhaul.cli;

import io.longhaul.cli.calibrate.Calibration;
import io.longhaul.cli.calibrate.CalibrationJson;
import io.longhaul.cli.calibrate.CalibrationText;
import io.longhaul.cli.calibrate.Machine;
import io.longhaul.cli.calibrate.ProfileStep;
import io.longhaul.cli.calibrate.StepSettings;
import io.longhaul.cli.console.TerminalWidth;
import io.longhaul.cli.embedded.ChildFailedException;
import io.longhaul.cli.run.Interrupts;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Quantities;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.mock.script.DistributionSpec;
import io.longhaul.sinks.folder.WriteProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures up to which load this machine's own measurement error stays within a bound. */
@Command(
    name = "calibrate",
    description = {
      "Finds the load up to which Longhaul's own measurement error on this machine is small"
          + " enough.",
      "Runs profile against a mock server with rising request rates, and compares what it measured",
      "with what the server recorded. The server uses this machine, too, so the result is a lower",
      "limit. Takes a few minutes, during which the machine should do nothing else."
    },
    sortOptions = false,
    footer = {"", Quantities.HELP, "", "longhaul calibrate --bound 2ms --osl 500 --itl 20ms"})
final class CalibrateCommand implements CheckedAction {
  private static final long LEAST_SECONDS = 2;
  private static final long DEFAULT_SECONDS = 10;
  private static final double DEFAULT_MAX_RATE = 5_000;
  private static final double MOST_RATE = 1_000_000;

  @Option(
      names = "--bound",
      description =
          "Bound, in milliseconds, of the errors of time to first token and inter-token latency,"
              + " and of the delay with which requests are sent, at the 99th percentile. Default:"
              + " 1")
  OptionValue.@Nullable Millis bound;

  @Option(
      names = "--seconds",
      description = "Duration of the load of a step. Minimum: 2 seconds. Default: 10")
  OptionValue.@Nullable Seconds seconds;

  @Option(names = "--max-rate", description = "Highest request rate. Default: 5000")
  OptionValue.@Nullable Rate maxRate;

  @Option(
      names = "--ttft",
      paramLabel = "TIME",
      description = "Time to first token of the mock server, as in mock-server. Default: 50ms")
  String timeToFirstToken = "50ms";

  @Option(
      names = "--itl",
      paramLabel = "TIME",
      description = "Time between its tokens, as in mock-server. Default: 10ms")
  String interTokenLatency = "10ms";

  @Option(
      names = "--osl",
      paramLabel = "TOKENS",
      description =
          "Tokens of its responses, as in mock-server. Longer responses mean more open streams at"
              + " the same request rate. Default: 64")
  String outputTokens = "64";

  @Option(
      names = "--artifact-dir",
      paramLabel = "DIR",
      description = "Folder for " + CalibrationJson.FILE + ". Default: artifacts/calibration")
  Path folder = Path.of("artifacts", "calibration");

  @Override
  @SuppressWarnings("try") // only installs the signal handlers
  public ExitCode run(Terminal terminal)
      throws InvalidOptionsException,
          RunFailedException,
          ChildFailedException,
          IOException,
          InterruptedException {
    requireValid();
    StepSettings settings =
        new StepSettings(
            Duration.ofNanos(OptionValue.of(seconds, TimeUnit.SECONDS.toNanos(DEFAULT_SECONDS))),
            timeToFirstToken,
            interTokenLatency,
            outputTokens);
    long boundNanos = OptionValue.of(bound, TimeUnit.MILLISECONDS.toNanos(1));
    Path target = Files.createDirectories(folder).toAbsolutePath().normalize();
    terminal.message(
        "Measuring steps of %.0f s against a mock server, each in a run of its own …"
            .formatted(settings.seconds()));
    Thread measuring = Thread.currentThread();
    Calibration calibration;
    try (Interrupts interrupts = new Interrupts(number -> measuring.interrupt())) {
      calibration =
          Calibration.measure(
              new ProfileStep(settings, target, Main.class, SeriesRunMain.class),
              boundNanos,
              (int) Math.max(1, OptionValue.of(maxRate, DEFAULT_MAX_RATE).longValue()),
              step -> terminal.message(CalibrationText.progress(step, boundNanos)));
    }
    int columns = terminal.showsResults() ? new TerminalWidth().columns() : TerminalWidth.UNLIMITED;
    terminal.out().print(CalibrationText.of(calibration, columns));
    if (calibration.isInterrupted()) {
      terminal.message("Interrupted; %s was not written".formatted(CalibrationJson.FILE));
      return ExitCode.INTERRUPTED;
    }
    CalibrationJson.write(
        target,
        calibration,
        settings,
        Machine.current(),
        Version.text(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
    terminal.message("Results: " + target.resolve(CalibrationJson.FILE));
    return ExitCode.DONE;
  }

  private void requireValid() throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    for (OptionValue<?> value : new OptionValue<?>[] {bound, seconds, maxRate}) {
      if (value != null) {
        value.check(problems);
      }
    }
    if (OptionValue.of(seconds, Long.MAX_VALUE) < TimeUnit.SECONDS.toNanos(LEAST_SECONDS)) {
      problems.invalid("--seconds", seconds, LEAST_SECONDS + " seconds or more");
    }
    if (OptionValue.of(maxRate, DEFAULT_MAX_RATE) > MOST_RATE) {
      problems.invalid("--max-rate", maxRate, "up to 1000000 per second");
    }
    check("--ttft", timeToFirstToken, DistributionSpec::parseDuration, problems);
    check("--itl", interTokenLatency, DistributionSpec::parseDuration, problems);
    check("--osl", outputTokens, DistributionSpec::parseCount, problems);
    Optional<String> obstacle = WriteProblem.to(folder.toAbsolutePath());
    if (obstacle.isPresent()) {
      problems.invalid("--artifact-dir", folder, "a folder that can be written; " + obstacle.get());
    }
    problems.throwIfAny();
  }

  /** Parsers report "Invalid KIND: …"; the name of the option replaces the kind. */
  private static void check(
      String option,
      String value,
      Function<String, DistributionSpec> parser,
      OptionProblems problems) {
    try {
      DistributionSpec unused = parser.apply(value);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      problems.add("Invalid " + option + message.substring(message.indexOf(": ")));
    }
  }
}
