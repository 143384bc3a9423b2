package io.longhaul.cli.forecast;

import static java.util.Objects.requireNonNull;

import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.options.Repeats;
import io.longhaul.control.ExitCode;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.load.LoadPhase;
import io.longhaul.load.plan.load.PhasePlan;
import io.longhaul.report.ExportLevel;
import io.longhaul.sinks.folder.ByteText;
import io.longhaul.sinks.folder.FreeDiskMonitor;
import io.longhaul.sinks.folder.RunFolder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Prints what a command would do, how long it would take, and whether its results fit on the disk.
 */
public final class DryRun {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SOME_REQUESTS = 1_000;
  private static final String OTHER_FOLDER = " (give another --artifact-dir)";

  private final ProfileSettings settings;
  private final RunPlan plan;
  private final RunForecast forecast;

  public DryRun(ProfileSettings settings) {
    this.settings = settings;
    this.plan = settings.plan();
    this.forecast = RunForecast.of(plan, settings.fileContent());
  }

  /**
   * Prints the forecast without starting anything.
   *
   * @param err receives the reason if the disk is too small
   * @return {@link ExitCode#USAGE} if the disk is too small
   */
  public ExitCode print(PrintStream out, PrintStream err) {
    line(out, "target", target());
    forecast
        .warmup()
        .ifPresent(warmup -> line(out, "warm-up", load(plan.load().of(LoadPhase.WARMUP), warmup)));
    line(out, "load", profiling());
    line(out, "prompts", prompts());
    line(out, "tokens", tokens());
    line(out, "disk", disk());
    RunsForecast all = all();
    if (settings.repeats().areSeveral()) {
      line(out, "total", all.text());
    }
    line(out, "folder", folder(settings.layout().folder()));
    ownLake().ifPresent(lake -> line(out, "lake", lake.toString()));
    tables().ifPresent(tables -> line(out, "tables", tables));
    settings.notes().forEach(note -> out.println("Note: " + note));
    Optional<String> shortage = shortageOf(all.disk());
    shortage.ifPresent(why -> err.println("Cannot run: " + why));
    return shortage.isPresent() ? ExitCode.USAGE : ExitCode.DONE;
  }

  /** Returns the folder of the results, with a remark if existing results would be deleted. */
  String folder(Path folder) {
    return folder + (RunFolder.isUsed(folder) ? " (the results in it are deleted first)" : "");
  }

  private RunsForecast all() {
    Repeats repeats = settings.repeats();
    return new RunsForecast(
        List.of(this),
        repeats.runs(),
        repeats.convergence().isPresent(),
        repeats.cooldown().multipliedBy(repeats.runs() - 1L));
  }

  static void line(PrintStream out, String what, String text) {
    out.println(String.format(Locale.ROOT, "%-9s %s", what, text));
  }

  String target() {
    return String.join(", ", plan.target().urls())
        + ": "
        + plan.request().endpointType().typedName()
        + (plan.request().streaming() ? ", streamed, " : ", ")
        + "model "
        + String.join(", ", plan.request().models())
        + (settings.generators() == 1 ? "" : "; " + settings.generators() + " generators");
  }

  /** Describes the profiling load. */
  String profiling() {
    return load(plan.load().profiling(), forecast.profiling());
  }

  /** Returns the number of profiling requests, if known. */
  OptionalLong requests() {
    return forecast.profiling().requests();
  }

  /** Returns the maximum time for which requests are sent, if known. */
  OptionalLong sendingNanos() {
    return forecast.profiling().sendingNanos();
  }

  /** Returns whether the disk forecast covers all requests. */
  boolean knowsRequests() {
    return forecast.knowsRequests();
  }

  private String load(PhasePlan load, PhaseForecast expected) {
    StringBuilder text = new StringBuilder();
    if (load.fixedSchedule()) {
      text.append("recorded schedule");
    } else if (load.users() != null) {
      text.append(count(load.users().users())).append(" users, ");
      text.append(number(load.users().turnsPerSecond())).append(" turns per second");
    } else if (load.arrivals() != null) {
      text.append(requireNonNull(load.arrivals()).rate().isLevel() ? rate(load) : "rate in stages");
      text.append(" (").append(load.arrivals().pattern().word()).append(')');
    }
    if (load.concurrency() != null) {
      text.append(text.isEmpty() ? "" : ", ").append("at most ");
      text.append(count(load.concurrency())).append(" concurrent");
    }
    if (load.prefill() != null) {
      text.append(", at most ").append(count(load.prefill().most())).append(" in prefill");
    }
    expected
        .requests()
        .ifPresent(requests -> text.append("; ").append(count(requests)).append(" requests"));
    text.append("; ");
    if (expected.sendingNanos().isPresent()) {
      boolean atMost = load.rate() == null && load.requestCount() != null;
      text.append(atMost ? "sent for no longer than " : "sent for ");
      text.append(seconds(expected.sendingNanos().getAsLong()));
    } else {
      text.append("duration depends on the server");
    }
    if (load.durationNanos() != null && load.graceNanos() != PhasePlan.FOR_EVER) {
      text.append(", then responses are awaited for ").append(seconds(load.graceNanos()));
    }
    return text.toString();
  }

  private static String rate(PhasePlan load) {
    return number(requireNonNull(load.arrivals()).rate().finalPerSecond().orElseThrow())
        + " requests per second";
  }

  private String prompts() {
    if (!plan.dataset().isSynthetic()) {
      return plan.dataset().inputFile() + " (" + plan.dataset().fileType().word() + ")";
    }
    return number(forecast.tokens().input().orElseThrow())
        + " tokens, "
        + (plan.dataset().uniquePrompts()
            ? "unique for each request"
            : count(plan.dataset().entries()) + " distinct prompts");
  }

  private String tokens() {
    return of(forecast.tokens().input(), "input", "; ")
        + (plan.request().producesTokens()
            ? of(forecast.tokens().output(), "output at most", "")
            : "no output");
  }

  private String of(OptionalDouble perRequest, String what, String end) {
    if (perRequest.isEmpty()) {
      return (what.startsWith("input")
              ? "input according to the file"
              : "output determined by the server")
          + end;
    }
    if (forecast.profiling().requests().isEmpty()) {
      return what + " " + number(perRequest.getAsDouble()) + " per request" + end;
    }
    double all = perRequest.getAsDouble() * forecast.profiling().requests().getAsLong();
    return what + " " + count(Math.round(all)) + end;
  }

  private String disk() {
    String text = "up to about " + inWords(diskOfRun());
    if (!forecast.knowsRequests()) {
      DiskForecast some =
          DiskForecast.of(SOME_REQUESTS, forecast.chunks(), 0, writesLines(), Optional.empty());
      text += ", plus for each 1,000 requests " + inWords(some);
    }
    boolean assumed = plan.request().streaming() && forecast.tokens().output().isEmpty();
    return assumed
        ? text + ", if responses have " + RunForecast.ASSUMED_OUTPUT_TOKENS + " tokens"
        : text;
  }

  /** Assumes that the job of a remote cluster keeps the whole log. */
  private DiskForecast diskOfRun() {
    return forecast.disk(
        writesLines(), settings.kafka().isPresent() ? Optional.empty() : settings.keepLog());
  }

  private static String inWords(DiskForecast disk) {
    return "%s for the Kafka log and %s for results"
        .formatted(ByteText.of(disk.kafkaBytes()), ByteText.of(disk.resultBytes()));
  }

  private boolean writesLines() {
    return settings.exportLevel() != ExportLevel.SUMMARY;
  }

  /** Returns what is on this machine's disks; with a remote Kafka cluster without the log. */
  DiskForecast diskOfThisMachine() {
    DiskForecast disk = diskOfRun();
    return settings.kafka().isPresent() ? new DiskForecast(0, disk.resultBytes()) : disk;
  }

  /** Returns the lake outside the folder to which this machine adds rows. */
  Optional<Path> ownLake() {
    return settings.lake().filter(lake -> settings.kafka().isEmpty());
  }

  /** Returns where the tables are to which the files of the lake are added. */
  Optional<String> tables() {
    return settings.tables().map(tables -> tables.catalog().place());
  }

  /**
   * Returns why this does not fit where the run writes, with a remedy; empty if it fits. Most of
   * the results are rows of the lake.
   */
  Optional<String> shortageOf(DiskForecast disk) {
    Path folder = settings.layout().folder();
    Path lake = settings.lake().orElse(folder);
    boolean isOneDisk = FreeDiskMonitor.areOnOneDisk(folder, lake);
    return FreeDiskMonitor.shortage(lake, isOneDisk ? disk.bytes() : disk.resultBytes())
        .map(why -> why + (lake.equals(folder) ? OTHER_FOLDER : " (give another --lake)"))
        .or(
            () ->
                FreeDiskMonitor.shortage(folder, isOneDisk ? 0 : disk.kafkaBytes())
                    .map(why -> why + OTHER_FOLDER));
  }

  static String seconds(long nanos) {
    return number(nanos / NANOS_PER_SECOND) + " s";
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String number(double number) {
    String text = String.format(Locale.ROOT, "%,.2f", number);
    return text.replaceAll("\\.?0+$", "");
  }
}
