package io.longhaul.cli;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.cli.forecast.DryRun;
import io.longhaul.cli.forecast.SweepDryRun;
import io.longhaul.cli.run.ProfileRun;
import io.longhaul.cli.run.RunSettings;
import io.longhaul.cli.series.RepeatedRuns;
import io.longhaul.cli.series.RunProcesses;
import io.longhaul.cli.series.SweepSeries;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.Quantities;
import io.longhaul.config.options.PreflightCache;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.options.Sweep;
import io.longhaul.config.runfile.RunFile;
import io.longhaul.config.value.ArtifactFolder;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** Puts load on a server and reports the results. */
@Command(
    name = "profile",
    description = "Load-tests an inference server and reports its performance per time slice.",
    customSynopsis = "longhaul profile -m NAME [-u URL] [OPTION]...",
    sortOptions = false,
    descriptionHeading = "%n",
    optionListHeading = "%n",
    footer = {
      "",
      Quantities.HELP,
      "",
      "Exit status:",
      "    0  success",
      "    1  internal error",
      "    2  usage error",
      "    3  --fail-if condition true, or stop condition met (other than --first-answer-timeout)",
      "    4  server not reachable, no chunk of a response within --first-answer-timeout, no valid",
      "       response in the run, or more than half of the requests failed",
      "    5  data incomplete",
      "    6  Kafka, Flink, the object store of the lake or the catalog of its tables failed",
      "    7  measurement cannot be trusted (only with --require-valid)",
      "  130  interrupted",
      "",
      "longhaul profile -m llama-3 --tokenizer builtin -u localhost:8000 --streaming \\",
      "  --concurrency 32 --benchmark-duration 10m --goodput 'ttft:200 request_latency:5s'"
    })
final class ProfileCommand implements Action {
  @Mixin ProfileOptions options = new ProfileOptions();

  /**
   * Validates arguments on this machine.
   *
   * @throws InvalidOptionsException if they are invalid
   */
  static Validated validated(List<String> arguments, Terminal terminal)
      throws InvalidOptionsException {
    return validated(parse(arguments), terminal);
  }

  private static GivenOptions parse(List<String> arguments) {
    List<String> own = arguments.stream().filter(word -> !word.equals("--debug")).toList();
    return GivenOptions.parse(own, ProfileOptions.command());
  }

  private static ProfileSettings settings(
      ProfileOptions options, PreflightCache found, Terminal terminal)
      throws InvalidOptionsException {
    return options.settings(System.getenv(), RunIds.fromTime(), terminal.isInteractive(), found);
  }

  /**
   * Valid options.
   *
   * @param given all options, including those from a run file
   * @param sweep the sweep, if lists of values define one
   * @param all settings of the run, or of each run of the sweep
   */
  record Validated(GivenOptions given, Optional<Sweep> sweep, List<ProfileSettings> all) {

    /** Returns the settings of the run, or of the first run of the sweep. */
    ProfileSettings settings() {
      return all.get(0);
    }

    /** Returns the layout of the run's or the sweep's folder. */
    ExportLayout layout() {
      ProfileSettings first = settings();
      return given.gives("--artifact-dir")
          ? first.layout()
          : first
              .layout()
              .in(
                  ArtifactFolder.of(first.plan(), "-sweep", first.replace())
                      .toAbsolutePath()
                      .normalize());
    }
  }

  /**
   * Validates options on this machine.
   *
   * @throws InvalidOptionsException if they are invalid
   */
  static Validated validated(GivenOptions given, Terminal terminal) throws InvalidOptionsException {
    ProfileOptions typed = ProfileOptions.of(given);
    Optional<Path> file = typed.file();
    if (file.isEmpty()) {
      return withoutFile(given, typed, terminal);
    }
    RunFile read = RunFile.read(file.get(), given, System.getenv());
    Validated validated = read.checked(() -> withFile(read, terminal));
    read.notes().forEach(terminal::note);
    return validated;
  }

  private static Validated withFile(RunFile read, Terminal terminal)
      throws InvalidOptionsException {
    GivenOptions given = read.options();
    ProfileOptions options = ProfileOptions.of(given);
    return read.cells().isEmpty()
        ? withoutFile(given, options, terminal)
        : swept(given, options.sweep(read.cells()), terminal);
  }

  private static Validated withoutFile(
      GivenOptions given, ProfileOptions options, Terminal terminal)
      throws InvalidOptionsException {
    Optional<Sweep> sweep = options.sweep();
    return sweep.isPresent()
        ? swept(given, sweep.get(), terminal)
        : new Validated(given, sweep, List.of(settings(options, new PreflightCache(), terminal)));
  }

  private static Validated swept(GivenOptions given, Sweep sweep, Terminal terminal)
      throws InvalidOptionsException {
    PreflightCache found = new PreflightCache();
    List<ProfileSettings> all = new ArrayList<>();
    for (Sweep.Cell cell : sweep.cells()) {
      all.add(settings(ProfileOptions.of(cell.options()), found, terminal));
    }
    return new Validated(given, Optional.of(sweep), all);
  }

  @Override
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    return run(GivenOptions.of(parsed), terminal);
  }

  /** Executes the run, or the series of runs, with these options. */
  static ExitCode run(GivenOptions given, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    Validated validated = validated(given, terminal);
    ProfileSettings settings = validated.settings();
    if (validated.sweep().isPresent() && settings.dryRun()) {
      return new SweepDryRun(validated.sweep().get(), validated.all(), validated.layout().folder())
          .print(terminal.out(), terminal.err());
    }
    if (validated.sweep().isPresent()) {
      try (RunProcesses processes = new RunProcesses(SeriesRunMain.class)) {
        return new SweepSeries(
                validated.sweep().get(),
                settings.repeats(),
                validated.layout(),
                settings.replace(),
                terminal.isInteractive() && validated.sweep().get().showsCells(),
                processes,
                terminal.out(),
                terminal.err())
            .execute();
      }
    }
    if (settings.dryRun()) {
      return new DryRun(settings).print(terminal.out(), terminal.err());
    }
    if (settings.repeats().areSeveral()) {
      try (RunProcesses processes = new RunProcesses(SeriesRunMain.class)) {
        return new RepeatedRuns(
                settings.repeats(),
                validated.given(),
                settings.layout(),
                settings.replace(),
                processes,
                terminal.out(),
                terminal.err())
            .execute();
      }
    }
    return execute(settings, style(settings, terminal), List.of(), terminal);
  }

  /**
   * Executes a single run.
   *
   * @param tips suggestions printed at the end
   */
  static ExitCode execute(
      ProfileSettings settings, ProgressStyle progress, List<String> tips, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    return new ProfileRun(
            runSettings(settings, progress, tips, terminal), terminal.out(), terminal.err())
        .execute();
  }

  private static RunSettings runSettings(
      ProfileSettings settings, ProgressStyle progress, List<String> tips, Terminal terminal) {
    return new RunSettings(
        settings,
        Main.class.getName(),
        new ChildSecrets(settings.secretHeaders()).toLine(),
        Version.text(),
        progress,
        terminal.showsResults(),
        SeriesPosition.ofThisProcess(),
        tips);
  }

  /** Changes the options of a run. */
  @FunctionalInterface
  interface Change {
    GivenOptions of(GivenOptions before) throws RunFailedException;
  }

  /** Returns options with a change. */
  static GivenOptions changed(List<String> arguments, Change change) throws RunFailedException {
    return change.of(parse(arguments));
  }

  /**
   * Returns the settings of a run that continues in its folder.
   *
   * @param arguments the arguments of its command
   * @param change what is different now
   * @throws InvalidOptionsException if they are not valid any more
   */
  static RunSettings ofStartedRun(
      List<String> arguments, Change change, String runId, Terminal terminal)
      throws InvalidOptionsException, RunFailedException {
    ProfileSettings settings =
        ProfileOptions.of(changed(arguments, change))
            .settingsOfStartedRun(System.getenv(), runId, terminal.isInteractive());
    return runSettings(settings, style(settings, terminal), List.of(), terminal);
  }

  static ProgressStyle style(ProfileSettings settings, Terminal terminal) {
    return ProgressStyle.of(settings.ui(), terminal.isInteractive());
  }
}
