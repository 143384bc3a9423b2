package io.longhaul.cli.web;

import io.longhaul.config.options.PlanConfiguration;
import io.longhaul.control.KafkaUnreachableException;
import io.longhaul.control.coordinator.AnnouncedRun;
import io.longhaul.export.Distribution;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.longhaul.DeclaredRunJson;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.report.runs.ListedRun.Status;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.RowFile;
import io.longhaul.sinks.folder.RunFolder;
import io.longhaul.sinks.folder.RunFolder.Holding;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import io.longhaul.sinks.parquet.ParquetRows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the runs in some lakes and on the control topic. Reads the row of each finished run once,
 * and of a run without a summary one slice. One thread refreshes the list; any thread reads it.
 */
public final class LakeRuns {
  private static final Logger LOG = LoggerFactory.getLogger(LakeRuns.class);

  /** A run without a summary counts as in progress if slices of it were committed in this time. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  /** Files after which the list is published while many are read. */
  private static final int FILES_AT_ONCE = 50;

  private static final String TOTALS = "totals.";
  private static final String SHOWN_DISTRIBUTION = "time_to_first_token_ns";

  /** Columns of a run that the table does not show; they are most of a file. */
  private static final Set<String> UNREAD = unread();

  private final List<Lake> lakes;
  private final Announcements announcements;
  private final Supplier<Instant> clock;

  /** Rows of the files that were read. */
  private final Map<Path, ReadFile> finished = new HashMap<>();

  /** Where the slices of runs without a summary begin, by key. */
  private final Map<String, Beginning> beginnings = new HashMap<>();

  private volatile RunList list = RunList.NONE;

  /** Reads the runs on the control topic. */
  @FunctionalInterface
  public interface Announcements {
    /** No control topic. */
    Announcements NONE = List::of;

    /** Returns the runs that the topic still contains, each once. */
    List<AnnouncedRun> all() throws KafkaUnreachableException;
  }

  /**
   * The beginning of a run.
   *
   * @param sliceNanos length of its slices
   */
  private record Beginning(long startEpochNanos, long sliceNanos) {
    static final Beginning UNKNOWN = new Beginning(0, 0);
  }

  /**
   * The runs of a file.
   *
   * @param version changes when the file is replaced
   */
  private record ReadFile(String version, List<ListedRun> rows) {}

  /** Slices of a run: their number of files, and when the newest one was committed. */
  private record CommittedSlices(List<Path> files) {
    Instant newest() {
      return files.stream()
          .map(CommittedSlices::time)
          .max(Instant::compareTo)
          .orElse(Instant.EPOCH);
    }

    private static Instant time(Path file) {
      try {
        return Files.getLastModifiedTime(file).toInstant();
      } catch (IOException e) {
        return Instant.EPOCH; // it was replaced
      }
    }
  }

  /**
   * Creates an empty list.
   *
   * @param clock the time of day
   */
  public LakeRuns(List<Lake> lakes, Announcements announcements, Supplier<Instant> clock) {
    this.lakes = List.copyOf(lakes);
    this.announcements = announcements;
    this.clock = clock;
  }

  private static Set<String> unread() {
    Set<String> unread =
        new HashSet<>(
            Set.of("label_totals", "gpu_totals", "server_pages", "lanes", "rows", "generators"));
    for (Schema.Field column : SliceRow.getClassSchema().getFields()) {
      Schema type = column.schema();
      boolean isDistribution =
          type.isUnion() && type.getTypes().contains(Distribution.getClassSchema());
      if (type.getType() == Schema.Type.ARRAY
          || (isDistribution && !column.name().equals(SHOWN_DISTRIBUTION))) {
        unread.add(TOTALS + column.name());
      }
    }
    return Set.copyOf(unread);
  }

  /** Returns the newest list. */
  public RunList list() {
    return list;
  }

  /** Returns the number of lakes. */
  int lakes() {
    return lakes.size();
  }

  /** Reads what is new. A lake that cannot be read is a note, and leaves the others. */
  public void refresh() {
    Instant now = clock.get();
    List<String> notes = new ArrayList<>();
    Map<String, AnnouncedRun> announced = announced(notes);
    Map<String, FoundRun> runs = new LinkedHashMap<>();
    Set<Path> existing = new HashSet<>();
    Set<String> unfinished = new HashSet<>();
    for (int i = 0; i < lakes.size(); i++) {
      try {
        List<Path> files = lakes.get(i).files(Dataset.RUNS);
        existing.addAll(files);
        addFinished(i, files, runs, notes);
        Map<String, Path> folders = foldersOf(i, runs);
        addUnfinished(i, runs, announced, folders, unfinished, now);
        addWithoutRows(i, runs, folders, now);
      } catch (IOException e) {
        notes.add("Cannot read " + lakes.get(i).folder() + ": " + e.getMessage());
      }
    }
    for (AnnouncedRun run : announced.values()) {
      if (!run.isClosed() && runs.values().stream().noneMatch(of(run.runId()))) {
        add(runs, started(run, now));
      }
    }
    finished.keySet().retainAll(existing);
    beginnings.keySet().retainAll(unfinished);
    list = new RunList(Map.copyOf(runs), List.copyOf(notes), 0, now);
  }

  private static Predicate<FoundRun> of(String runId) {
    return run -> run.runId().equals(runId);
  }

  private static void add(Map<String, FoundRun> runs, FoundRun run) {
    runs.put(run.key(), run);
  }

  private Map<String, AnnouncedRun> announced(List<String> notes) {
    try {
      return announcements.all().stream()
          .collect(Collectors.toMap(AnnouncedRun::runId, run -> run));
    } catch (KafkaUnreachableException e) {
      notes.add("Only the runs in the lakes are shown: " + e.getMessage());
      return Map.of();
    }
  }

  private void addFinished(
      int lake, List<Path> files, Map<String, FoundRun> runs, List<String> notes) {
    int read = 0;
    for (int i = 0; i < files.size(); i++) {
      Path file = files.get(i);
      String version = versionOf(file);
      ReadFile known = finished.get(file);
      if (known == null || !known.version().equals(version)) {
        known = read(lake, file, version);
        if (++read % FILES_AT_ONCE == 0) {
          publishPart(runs, notes, files.size() - i);
        }
      }
      for (ListedRun row : known.rows()) {
        add(runs, new FoundRun(lakes.get(lake), row, Optional.empty(), 0, version));
      }
    }
  }

  private static String versionOf(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return file.getFileName() + " " + attributes.size() + " " + attributes.lastModifiedTime();
    } catch (IOException e) {
      return ""; // it was replaced
    }
  }

  /** Shows the first runs while many others are read for the first time. */
  private void publishPart(Map<String, FoundRun> runs, List<String> notes, int unread) {
    if (list.runs().size() < runs.size()) {
      list = new RunList(Map.copyOf(runs), List.copyOf(notes), unread, Instant.EPOCH);
    }
  }

  private ReadFile read(int lake, Path file, String version) {
    List<ListedRun> rows = new ArrayList<>();
    try (ParquetRows<RunRow> reader = new ParquetRows<>(Dataset.RUNS, file, UNREAD)) {
      for (Optional<RunRow> row = reader.next(); row.isPresent(); row = reader.next()) {
        rows.add(ListedRun.of(lake + 1, row.get()));
      }
      ReadFile read = new ReadFile(version, rows);
      finished.put(file, read);
      return read;
    } catch (NoSuchFileException | FileNotFoundException e) {
      return new ReadFile("", rows); // it was replaced; the next refresh reads the new one
    } catch (IOException | RuntimeException e) {
      String run = RowFile.runOf(file).orElse("");
      return new ReadFile(
          version,
          List.of(
              ListedRun.unfinished(
                  lake + 1, run, 0, Double.NaN, Status.UNREADABLE, problem(file, e), "{}")));
    }
  }

  private static String problem(Path file, Exception failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains(file.toString()) ? message : "Cannot read " + file + ": " + message;
  }

  private void addUnfinished(
      int lake,
      Map<String, FoundRun> runs,
      Map<String, AnnouncedRun> announced,
      Map<String, Path> folders,
      Set<String> unfinished,
      Instant now)
      throws IOException {
    Map<String, List<Path>> slices = new LinkedHashMap<>();
    for (Path file : lakes.get(lake).files(Dataset.SLICES)) {
      RowFile.runOf(file)
          .ifPresent(run -> slices.computeIfAbsent(run, any -> new ArrayList<>()).add(file));
    }
    slices.forEach(
        (run, files) -> {
          String key = lake + 1 + "/" + run;
          if (!runs.containsKey(key)) {
            unfinished.add(key);
            add(
                runs,
                unfinished(
                    lake,
                    run,
                    new CommittedSlices(files),
                    Optional.ofNullable(announced.get(run)),
                    Optional.ofNullable(folders.get(run)),
                    now));
          }
        });
  }

  private FoundRun unfinished(
      int lake,
      String run,
      CommittedSlices slices,
      Optional<AnnouncedRun> announced,
      Optional<Path> folder,
      Instant now) {
    Beginning beginning =
        beginnings.computeIfAbsent(lake + 1 + "/" + run, any -> beginning(slices.files()));
    if (beginning == null) {
      beginning = Beginning.UNKNOWN;
    }
    Instant newest = slices.newest();
    boolean isRecent = newest.isAfter(now.minus(RECENT));
    boolean isLed = announced.filter(each -> each.isLed(now)).isPresent();
    Optional<Holding> holding = folder.map(RunFolder::holding);
    boolean inProgress =
        holding
            .map(found -> isInProgress(found, newest, now))
            .orElse(isLed || (isRecent && announced.filter(each -> !each.isClosed()).isEmpty()));
    String detail =
        folder
            .filter(any -> holding.filter(Holding.FREE::equals).isPresent())
            .map(LakeRuns::abandoned)
            .orElse(
                announced.isPresent() && !isLed
                    ? "its coordinator has ended before it (longhaul resume finishes the run)"
                    : "no summary, and no slice since " + seconds(newest));
    Optional<DeclaredRun> declared = declared(lakes.get(lake), run, folder, announced);
    long start = beginning.startEpochNanos();
    return new FoundRun(
        lakes.get(lake),
        ListedRun.unfinished(
            lake + 1,
            run,
            start,
            start == 0 ? Double.NaN : seconds(start, newest),
            inProgress ? Status.IN_PROGRESS : Status.ABANDONED,
            inProgress ? "" : detail,
            declared.map(DeclaredRun::configurationJson).orElse("{}")),
        declared,
        beginning.sliceNanos(),
        String.valueOf(slices.files().size()));
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static double seconds(long startEpochNanos, Instant until) {
    Duration length = Duration.between(Instant.EPOCH.plusNanos(startEpochNanos), until);
    return Math.max(0, length.toMillis() / 1e3);
  }

  /** Returns the beginning of a run; null if none of its files can be read. */
  private static @Nullable Beginning beginning(List<Path> files) {
    for (Path file : files) {
      try (ParquetRows<SliceRow> rows =
          new ParquetRows<>(
              Dataset.SLICES, file, Set.of("errors", "distrust", "distrust_causes"))) {
        Optional<SliceRow> first = rows.next();
        if (first.isPresent()) {
          SliceRow slice = first.get();
          long length = slice.getEndEpochNs() - slice.getStartEpochNs();
          return new Beginning(slice.getStartEpochNs() - slice.getSliceIndex() * length, length);
        }
      } catch (IOException | RuntimeException e) {
        LOG.debug("The page of the run names a damaged file", e);
      }
    }
    return null;
  }

  /** Returns a run of which no slice is committed. */
  private FoundRun started(AnnouncedRun run, Instant now) {
    long start = run.started().map(LakeRuns::nanos).orElse(0L);
    boolean isLed = run.isLed(now);
    Optional<DeclaredRun> declared =
        declared(lakes.get(0), run.runId(), Optional.empty(), Optional.of(run));
    Status led = start == 0 ? Status.STARTING : Status.IN_PROGRESS;
    return new FoundRun(
        lakes.get(0),
        ListedRun.unfinished(
            1,
            run.runId(),
            start == 0 ? nanos(run.lastLed()) : start,
            start == 0 ? Double.NaN : seconds(start, run.lastLed()),
            isLed ? led : Status.ABANDONED,
            isLed ? "" : "its coordinator has ended, and no slice is in the lake",
            declared.map(DeclaredRun::configurationJson).orElse("{}")),
        declared,
        plan(run).map(plan -> plan.measurement().sliceNanos()).orElse(0L),
        "0");
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  /** Returns the folders of the registered runs that have no summary and are still there. */
  private Map<String, Path> foldersOf(int lake, Map<String, FoundRun> finishedRuns)
      throws IOException {
    Map<String, Path> folders = new LinkedHashMap<>();
    for (String run : RunRegistration.runs(lakes.get(lake))) {
      if (!finishedRuns.containsKey(lake + 1 + "/" + run)) {
        RunRegistration.find(lakes.get(lake), run)
            .flatMap(RunRegistration::folder)
            .filter(folder -> stored(folder, run).isPresent())
            .ifPresent(folder -> folders.put(run, folder));
      }
    }
    return folders;
  }

  /** Returns whether a process has locked the folder of a run, or probably has. */
  private static boolean isInProgress(Holding holding, Instant newest, Instant now) {
    return holding == Holding.HELD
        || (holding == Holding.UNKNOWN && newest.isAfter(now.minus(RECENT)));
  }

  private static String abandoned(Path folder) {
    return "its processes have ended before it (longhaul resume " + folder + " finishes the run)";
  }

  /** Adds the registered runs of which no slice is committed. */
  private void addWithoutRows(
      int lake, Map<String, FoundRun> runs, Map<String, Path> folders, Instant now) {
    folders.forEach(
        (run, folder) -> {
          if (runs.containsKey(lake + 1 + "/" + run)) {
            return;
          }
          Instant written = CommittedSlices.time(new ExportLayout(folder).runJson());
          boolean isStarting = isInProgress(RunFolder.holding(folder), written, now);
          Optional<DeclaredRun> declared = stored(folder, run);
          add(
              runs,
              new FoundRun(
                  lakes.get(lake),
                  ListedRun.unfinished(
                      lake + 1,
                      run,
                      0,
                      Double.NaN,
                      isStarting ? Status.STARTING : Status.ABANDONED,
                      isStarting ? "" : abandoned(folder),
                      declared.map(DeclaredRun::configurationJson).orElse("{}")),
                  declared,
                  0,
                  "0"));
        });
  }

  /**
   * Returns what is known from the folder of a run, from the one around the lake of a single run,
   * or from the topic.
   */
  private static Optional<DeclaredRun> declared(
      Lake lake, String run, Optional<Path> ofRun, Optional<AnnouncedRun> announced) {
    return ofRun
        .or(() -> Optional.ofNullable(lake.folder().getParent()))
        .flatMap(folder -> stored(folder, run))
        .or(() -> announced.flatMap(LakeRuns::plan).map(LakeRuns::declared));
  }

  private static Optional<DeclaredRun> stored(Path folder, String run) {
    try {
      return DeclaredRunJson.read(new ExportLayout(folder), run);
    } catch (IOException e) {
      return Optional.empty(); // the run is shown without it
    }
  }

  /** Returns the plan of a run; empty if another version wrote it, and this one cannot read it. */
  private static Optional<RunPlan> plan(AnnouncedRun run) {
    try {
      return Optional.of(RunPlanJson.fromJson(run.planJson()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static DeclaredRun declared(RunPlan plan) {
    Long requests = plan.load().profiling().requestCount();
    return new DeclaredRun(
        plan.runId(),
        "",
        PlanConfiguration.json(plan),
        requests == null ? DeclaredRun.NO_REQUEST_COUNT : requests,
        "",
        plan.request().endpointType().typedName(),
        plan.request().streaming(),
        plan.load().profiling().fixedSchedule());
  }
}
