package io.longhaul.pipeline.reslice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.MarkRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.history.Times;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.pipeline.lane.RecordingLaneOutput;
import io.longhaul.pipeline.run.RecordingRunOutput;
import io.longhaul.pipeline.run.RunReplay;
import io.longhaul.pipeline.source.FlatRecord;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.compact.RowFiles;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RunStarted;
import io.longhaul.wire.SloThreshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares slices that are computed again with those of the pipeline on the same log. */
class ReslicingTest {
  private static final String RUN = "run";

  /** The lanes of a run are known only together: see the documentation of the columns. */
  private static final Set<String> WITH_SEVERAL_LANES =
      Set.of("backlog_max", "gc_pause_ns", "generator_lanes");

  /** Floating-point sums in another order. */
  private static final Set<String> POWER =
      Set.of("gpu_power_watts", "gpu_energy_joules", "joules_per_good_token");

  /** Reports of generators: in shorter slices, those of the slice of the run. */
  private static final Set<String> BOUNDS =
      Set.of(
          "backlog_max",
          "send_lag_p99_ns",
          "send_lag_max_ns",
          "loop_lag_max_ns",
          "pause_max_ns",
          "process_cpu_max_cores",
          "host_idle_min_ratio",
          "clock_error_max_ns",
          "recorder_wait_max_ns",
          "generator_lanes");

  /** What is known only per slice of the run: see the documentation of shorter slices. */
  private static final Set<String> REPORTED =
      Stream.concat(
              BOUNDS.stream(),
              Stream.of(
                  "trusted",
                  "distrust",
                  "distrust_causes",
                  "empty",
                  "not_issued_no_slot",
                  "not_issued_schedule_overrun",
                  "not_issued_stall_skipped",
                  "not_issued_stop",
                  "dropped_events",
                  "backed_off_ns",
                  "recorder_wait_ns",
                  "gc_pause_ns",
                  "gpu_power_watts",
                  "gpu_energy_joules",
                  "joules_per_good_token"))
          .collect(Collectors.toUnmodifiableSet());

  /** The histories of the first seeds, which several tests compare. */
  private static final Map<Long, StoredHistory> HISTORIES = new HashMap<>();

  @TempDir static Path lakes;
  @TempDir Path folder;

  @Test
  void longerSlicesAreThoseOfThePipeline() throws Exception {
    assertSameAsPipeline(plan -> plan.setSliceDurationNs(Times.seconds(3)));
  }

  @Test
  void otherLabelsAreThoseOfThePipeline() throws Exception {
    assertSameAsPipeline(
        plan ->
            plan.setLabelDimensions(
                List.of(
                    new LabelDimension("stage", List.of("2")),
                    new LabelDimension("model", List.of("m1", "m2")))));
  }

  @Test
  void otherObjectivesAreThoseOfThePipeline() throws Exception {
    assertSameAsPipeline(
        plan ->
            plan.setSlos(
                List.of(
                    new SloThreshold("time_to_first_token", 40.0),
                    new SloThreshold("inter_token_latency", 25.0))));
  }

  @Test
  void allOptionsTogetherGiveThoseOfThePipeline() throws Exception {
    assertSameAsPipeline(
        plan ->
            plan.setSliceDurationNs(Times.seconds(2))
                .setSlos(List.of(new SloThreshold("request_latency", 90.0)))
                .setLabelDimensions(List.of(new LabelDimension("model", List.of("m0")))));
  }

  /** In some histories, a lane writes facts behind its frontier, or fragments are lost. */
  private void assertSameAsPipeline(Consumer<PlanFacts.Builder> options) throws Exception {
    int compared = 0;
    int marks = 0;
    for (long seed = 0; compared < 8; seed++) {
      StoredHistory stored = stored(seed);
      if (!stored.rows().isRegular()) {
        continue;
      }
      Rows wanted = Rows.of(changed(stored.log(), options));
      if (wanted.isRegular()) {
        PlanFacts.Builder plan = planOf(stored.log());
        options.accept(plan);
        Lake lake = resliced(stored.lake(), stored.rows(), plan.build(), "seed-" + seed);
        assertSame(wanted, lake, "seed " + seed);
        compared++;
        marks += wanted.runs().marks.size();
      }
    }
    assertThat(marks).isPositive();
  }

  /** A history and the lake of its rows, which no test changes. */
  private record StoredHistory(FakeLog log, Rows rows, Lake lake) {}

  private static StoredHistory stored(long seed) throws Exception {
    StoredHistory history = HISTORIES.get(seed);
    if (history == null) {
      FakeLog log = new FakeLog();
      RandomHistory.write(seed, log, RUN);
      Rows rows = Rows.of(log);
      history = new StoredHistory(log, rows, rows.storedIn(lakes.resolve("seed-" + seed)));
      HISTORIES.put(seed, history);
    }
    return history;
  }

  private Lake resliced(Rows run, PlanFacts plan, String name) throws IOException {
    return resliced(run.storedIn(folder.resolve(name).resolve("lake")), run, plan, name);
  }

  private Lake resliced(Lake lake, Rows run, PlanFacts plan, String name) throws IOException {
    Path into = folder.resolve(name).resolve("new");
    new Reslicing(lake, run.run(), plan, RequestRow::getLabels, "{}", into).write();
    return new Lake(into);
  }

  private static void assertSame(Rows wanted, Lake lake, String seed) throws IOException {
    assertThat(sorted(lake.rows(Dataset.REQUESTS, RUN), RequestRow::getRequestId))
        .as(seed)
        .isEqualTo(sorted(wanted.lanes().requests, RequestRow::getRequestId));
    List<SliceRow> slices = sorted(lake.rows(Dataset.SLICES, RUN), ReslicingTest::nameOf);
    List<SliceRow> wantedSlices = sorted(wanted.runs().slices, ReslicingTest::nameOf);
    assertThat(slices).as(seed).hasSameSizeAs(wantedSlices);
    for (int i = 0; i < slices.size(); i++) {
      assertSame(wantedSlices.get(i), slices.get(i), seed);
    }
    RunRow run = lake.rows(Dataset.RUNS, RUN).get(0);
    assertSame(wanted.run().getTotals(), run.getTotals(), seed);
    assertThat(run.getSlices()).isEqualTo(wanted.run().getSlices());
    assertThat(run.getSliceDurationNs()).isEqualTo(wanted.run().getSliceDurationNs());
    assertThat(run.getObjectives()).isEqualTo(wanted.run().getObjectives());
    for (int i = 0; i < run.getLabelTotals().size(); i++) {
      assertSame(wanted.run().getLabelTotals().get(i), run.getLabelTotals().get(i), seed);
    }
    assertThat(run.getRows())
        .as(seed)
        .filteredOn(count -> !count.getDataset().equals("ledger"))
        .isEqualTo(
            wanted.run().getRows().stream()
                .filter(count -> !count.getDataset().equals("ledger"))
                .toList());
    assertSameGpus(wanted.runs().gpuSlices, lake.rows(Dataset.GPU_SLICES, RUN), seed);
    for (Dataset<?> dataset :
        List.of(Dataset.GPU_SAMPLES, Dataset.SERVER_SAMPLES, Dataset.HANDSHAKES)) {
      assertThat(slicesIn(lake.rows(dataset, RUN)))
          .as(seed + " " + dataset)
          .isEqualTo(slicesIn(wanted.lanes().rowsOf(dataset)));
    }
    assertThat(sorted(lake.rows(Dataset.MARKS, RUN), MarkRow::toString))
        .as(seed)
        .isEqualTo(sorted(wanted.runs().marks, MarkRow::toString));
  }

  private static <T> List<T> sorted(List<T> rows, Function<T, String> name) {
    return rows.stream().sorted(Comparator.comparing(name)).toList();
  }

  private static String nameOf(SliceRow slice) {
    return "%09d %s".formatted(slice.getSliceIndex(), slice.getLabelSet());
  }

  /** Returns the slice of each row, in order of time. */
  private static List<Long> slicesIn(List<? extends SpecificRecordBase> rows) {
    return rows.stream()
        .sorted(Comparator.comparing(row -> (Long) row.get("at_epoch_ns")))
        .map(row -> (Long) row.get("slice_index"))
        .toList();
  }

  private static void assertSame(SliceRow wanted, SliceRow row, String seed) {
    assertSame(wanted, row, seed, WITH_SEVERAL_LANES);
  }

  private static void assertSame(
      SliceRow wanted, SliceRow row, String seed, Set<String> uncompared) {
    Map<String, String> differences = new TreeMap<>();
    for (Schema.Field column : SliceRow.getClassSchema().getFields()) {
      Object expected = wanted.get(column.pos());
      Object actual = row.get(column.pos());
      if (uncompared.contains(column.name())) {
        continue;
      }
      if (column.name().equals("coalesced_chunks")) {
        // These fragments may be separated by one without chunks, which hides a shared read.
        assertThat((Long) actual).as(seed).isGreaterThanOrEqualTo((Long) expected);
        continue;
      }
      if (POWER.contains(column.name()) && expected != null) {
        assertThat((Double) actual).as(seed).isCloseTo((Double) expected, within(1e-9));
      } else if (!String.valueOf(actual).equals(String.valueOf(expected))) {
        differences.put(column.name(), actual + " instead of " + expected);
      }
    }
    assertThat(differences).as(seed + ", slice " + nameOf(wanted)).isEmpty();
  }

  private static void assertSameGpus(
      List<GpuSliceRow> wanted, List<GpuSliceRow> rows, String seed) {
    assertThat(rows).as(seed).hasSameSizeAs(wanted);
    for (int i = 0; i < rows.size(); i++) {
      GpuSliceRow expected = wanted.get(i);
      GpuSliceRow actual = rows.get(i);
      assertThat(actual.getSliceIndex()).isEqualTo(expected.getSliceIndex());
      assertThat(actual.getGpuUuid()).isEqualTo(expected.getGpuUuid());
      assertThat(actual.getSamples()).isEqualTo(expected.getSamples());
      assertThat(actual.getGapNs()).isEqualTo(expected.getGapNs());
      assertThat(actual.getFailedScrapes()).isEqualTo(expected.getFailedScrapes());
      assertThat(actual.getEnergyNanojoules()).isEqualTo(expected.getEnergyNanojoules());
      if (expected.getPowerWatts() != null) {
        assertThat(actual.getPowerWatts().getMean())
            .isCloseTo(expected.getPowerWatts().getMean(), within(1e-9));
        assertThat(actual.getPowerWatts().getMax()).isEqualTo(expected.getPowerWatts().getMax());
      }
    }
  }

  @Test
  void ledgerOfALongerSliceIsTheSum() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    Rows run = Rows.of(log);
    PlanFacts plan = planOf(log).setSliceDurationNs(Times.seconds(3)).build();

    Lake lake = resliced(run, plan, "ledger");

    Map<String, Long> ok = new HashMap<>();
    Map<String, HashSum> hashes = new HashMap<>();
    for (LedgerRow row : run.lanes().ledger) {
      long slice = row.getSliceIndex() < 0 ? -1 : row.getSliceIndex() / 3;
      String key = row.getLaneId() + slice + row.getTotals();
      ok.merge(key, row.getOk(), Long::sum);
      hashes
          .computeIfAbsent(key, any -> new HashSum())
          .addAll(row.getIdHashHi(), row.getIdHashLo());
    }
    List<LedgerRow> rows = lake.rows(Dataset.LEDGER, RUN);
    assertThat(rows).hasSameSizeAs(ok.keySet());
    for (LedgerRow row : rows) {
      String key = row.getLaneId() + row.getSliceIndex() + row.getTotals();
      assertThat(row.getOk()).isEqualTo(ok.get(key));
      assertThat(row.getIdHashLo()).isEqualTo(hashes.get(key).lo());
    }
  }

  /** The files of a ledger have the same lane start, so their order is that of their names. */
  @Test
  void ledgerInManyFilesHasOneRowOfEachLaneAndSlice() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    Rows run = Rows.of(log);
    LedgerRow template = run.lanes().ledger.get(0);
    run.lanes().ledger.clear();
    Lake lake = run.storedIn(folder.resolve("lake"));
    int files = 13;
    for (int file = 0; file < files; file++) {
      List<LedgerRow> rows = new ArrayList<>();
      for (long slice = 2L * file; slice < 2L * file + 2; slice++) {
        rows.add(ledgerRow(template, "b", slice));
        rows.add(ledgerRow(template, "a", slice));
      }
      Path path = lake.folder().resolve("ledger/2026-01-02.run.part-0-" + file + ".parquet");
      Files.createDirectories(path.getParent());
      WrittenRows.rows(Dataset.LEDGER, path, rows);
    }
    Path into = folder.resolve("new");
    PlanFacts plan = planOf(log).setSliceDurationNs(Times.seconds(3)).build();

    new Reslicing(lake, run.run(), plan, RequestRow::getLabels, "{}", into).write();

    List<String> wanted = new ArrayList<>();
    for (String lane : List.of("a", "b")) {
      for (int slice = 0; slice < 2 * files; slice += 3) {
        wanted.add(lane + " " + slice / 3 + " " + Math.min(3, 2 * files - slice));
      }
    }
    assertThat(new Lake(into).rows(Dataset.LEDGER, RUN))
        .extracting(row -> row.getLaneId() + " " + row.getSliceIndex() + " " + row.getOk())
        .isEqualTo(wanted);
  }

  private static LedgerRow ledgerRow(LedgerRow template, String lane, long slice) {
    return LedgerRow.newBuilder(template)
        .setLaneId(lane)
        .setSliceIndex(slice)
        .setTotals(false)
        .setOk(1)
        .build();
  }

  @Test
  void missingRequestsAreRefusedAndNothingIsLeft() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    Rows run = Rows.of(log);
    run.lanes().requests.remove(0);
    PlanFacts plan = planOf(log).build();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> resliced(run, plan, "missing"))
        .withMessageMatching(
            "Cannot compute the slices of run run: [0-9]+ of its [0-9]+ requests are in .*");
    assertThat(folder.resolve("missing"))
        .isDirectoryNotContaining(left -> !left.getFileName().toString().equals("lake"));
  }

  @Test
  void aRowWithAnInvalidRequestIdIsNamedWithItsFile() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    Rows run = Rows.of(log);
    RequestRow first = run.lanes().requests.get(0);
    run.lanes().requests.set(0, RequestRow.newBuilder(first).setRequestId("not an ID").build());
    PlanFacts plan = planOf(log).build();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> resliced(run, plan, "invalid"))
        .withMessageMatching(
            "Cannot compute the slices of run run: row 1 of .*requests.*\\.parquet is invalid,"
                + " Invalid request ID: not an ID .*");
    assertThat(folder.resolve("invalid"))
        .isDirectoryNotContaining(left -> !left.getFileName().toString().equals("lake"));
  }

  @Test
  void shorterSlicesAreThoseOfThePipeline() throws Exception {
    int compared = 0;
    int gpus = 0;
    for (long seed = 0; compared < 8; seed++) {
      FakeLog log = new FakeLog();
      RandomHistory.write(seed, log, RUN);
      PlanFacts.Builder plan = planOf(log);
      Rows run = Rows.of(changed(log, each -> each.setSliceDurationNs(Times.seconds(5))));
      long parts = seed % 2 == 0 ? 5 : 20;
      plan.setSliceDurationNs(Times.seconds(5) / parts);
      Rows wanted =
          Rows.of(changed(log, each -> each.setSliceDurationNs(plan.getSliceDurationNs())));
      if (run.isRegular() && wanted.isRegular()) {
        Lake lake = resliced(run, plan.build(), "shorter-" + seed);
        assertSameParts(run, wanted, lake, parts, "seed " + seed);
        if (run.runs().gpuSlices.stream().allMatch(row -> row.getFailedScrapes() == 0)) {
          assertSameGpus(
              wanted.runs().gpuSlices, lake.rows(Dataset.GPU_SLICES, RUN), "seed " + seed);
          gpus++;
        }
        compared++;
      }
    }
    assertThat(gpus).isPositive();
  }

  private static void assertSameParts(Rows run, Rows wanted, Lake lake, long parts, String seed)
      throws IOException {
    assertThat(sorted(lake.rows(Dataset.REQUESTS, RUN), RequestRow::getRequestId))
        .as(seed)
        .isEqualTo(sorted(wanted.lanes().requests, RequestRow::getRequestId));
    List<SliceRow> slices = sorted(lake.rows(Dataset.SLICES, RUN), ReslicingTest::nameOf);
    List<SliceRow> wantedSlices = sorted(wanted.runs().slices, ReslicingTest::nameOf);
    assertThat(slices).as(seed).hasSameSizeAs(wantedSlices);
    Map<Long, SliceRow> whole = new HashMap<>();
    for (SliceRow row : run.runs().slices) {
      whole.put(row.getSliceIndex(), row);
    }
    for (int i = 0; i < slices.size(); i++) {
      SliceRow slice = slices.get(i);
      assertSame(wantedSlices.get(i), slice, seed, REPORTED);
      SliceRow ofRun = whole.get(slice.getSliceIndex() / parts);
      assertThat(slice.getTrusted()).isEqualTo(ofRun.getTrusted());
      assertThat(slice.getDistrust()).isEqualTo(ofRun.getDistrust());
      for (String column : BOUNDS) {
        assertThat(slice.get(column)).as(seed + " " + column).isEqualTo(ofRun.get(column));
      }
    }
    assertSame(wanted.run().getTotals(), lake.rows(Dataset.RUNS, RUN).get(0).getTotals(), seed);
    for (Dataset<?> dataset :
        List.of(Dataset.GPU_SAMPLES, Dataset.SERVER_SAMPLES, Dataset.HANDSHAKES)) {
      assertThat(slicesIn(lake.rows(dataset, RUN)))
          .as(seed + " " + dataset)
          .isEqualTo(slicesIn(wanted.lanes().rowsOf(dataset)));
    }
    assertThat(sorted(lake.rows(Dataset.MARKS, RUN), MarkRow::toString))
        .as(seed)
        .isEqualTo(sorted(wanted.runs().marks, MarkRow::toString));
    for (String column : List.of("samples", "failed_scrapes", "energy_nanojoules")) {
      assertThat(sums(lake.rows(Dataset.GPU_SLICES, RUN), column))
          .as(seed + " " + column)
          .isEqualTo(sums(run.runs().gpuSlices, column));
      assertThat(sums(lake.rows(Dataset.RUNS, RUN).get(0).getGpuTotals(), column))
          .as(seed + " total of " + column)
          .isEqualTo(sums(run.runs().gpuSlices, column));
    }
  }

  private static Map<String, Long> sums(List<GpuSliceRow> rows, String column) {
    Map<String, Long> sums = new TreeMap<>();
    for (GpuSliceRow row : rows) {
      Long value = (Long) row.get(column);
      sums.merge(row.getGpuUuid(), value == null ? 0 : value, Long::sum);
    }
    return sums;
  }

  @Test
  void ledgerOfADividedSliceHasTheRequestsThatEndedInEachPart() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    Rows run = Rows.of(changed(log, each -> each.setSliceDurationNs(Times.seconds(5))));
    String lane = "g0.1.0.p";
    Map<Long, Long> ok = new TreeMap<>(Map.of(0L, 1L));
    HashSum all = new HashSum();
    HashSum inFirst = new HashSum();
    RequestId withoutRow = new RequestId(7, 7);
    all.add(withoutRow);
    inFirst.add(withoutRow);
    for (RequestRow row : run.lanes().requests) {
      long part = (row.getEndedEpochNs() - Times.RUN_START) / Times.seconds(1);
      if (row.getLaneId().equals(lane) && row.getOutcome().equals("ok") && part < 5) {
        ok.merge(part, 1L, Long::sum);
        all.add(RequestId.parse(row.getRequestId()));
        if (part == 0) {
          inFirst.add(RequestId.parse(row.getRequestId()));
        }
      }
    }
    assertThat(ok).hasSizeGreaterThan(2);
    LedgerRow template = run.lanes().ledger.get(0);
    run.lanes().ledger.clear();
    run.lanes()
        .ledger
        .add(
            LedgerRow.newBuilder(ledgerRow(template, lane, 0))
                .setOk(ok.values().stream().mapToLong(Long::longValue).sum())
                .setIdHashHi(all.hi())
                .setIdHashLo(all.lo())
                .build());
    PlanFacts plan = planOf(log).setSliceDurationNs(Times.seconds(1)).build();

    List<LedgerRow> rows = resliced(run, plan, "divided").rows(Dataset.LEDGER, RUN);

    assertThat(rows)
        .extracting(row -> row.getSliceIndex() + ": " + row.getOk())
        .isEqualTo(ok.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList());
    assertThat(rows.get(0).getIdHashLo()).isEqualTo(inFirst.lo());
  }

  @Test
  void slicesThatAreNotWholeSlicesOfTheRunAreRefused() throws Exception {
    FakeLog log = new FakeLog();
    RandomHistory.write(1, log, RUN);
    PlanFacts plan = planOf(log).setSliceDurationNs(Times.ms(1500)).build();

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> resliced(Rows.of(log), plan, "uneven"))
        .withMessageContaining("a multiple or a whole part of 1000000000");
    assertThat(Files.exists(folder.resolve("uneven").resolve("new"))).isFalse();
  }

  private static PlanFacts.Builder planOf(FakeLog log) throws UnreadableRecordException {
    for (FlatRecord record : log.records()) {
      if (record.kind().equals(EventKind.RUN_STARTED.word())) {
        RunStarted started =
            (RunStarted) EventCodecs.decodeOnce(EventKind.RUN_STARTED, record.payload());
        return PlanFacts.newBuilder(started.getPlan()).setRunStartEpochNs(Times.RUN_START);
      }
    }
    throw new AssertionError("The log has no started run");
  }

  /** Returns the log of the same run with another plan. */
  private static FakeLog changed(FakeLog log, Consumer<PlanFacts.Builder> options)
      throws UnreadableRecordException {
    EventCodecs codecs = new EventCodecs();
    FakeLog changed = new FakeLog();
    for (FlatRecord record : log.records()) {
      changed.nowMillisAfterStart(record.appendTimeMillis() - Times.RUN_START / 1_000_000);
      changed.append(
          record.topic(), record.partition(), record.key(), payload(record, codecs, options));
    }
    return changed;
  }

  private static byte[] payload(
      FlatRecord record, EventCodecs codecs, Consumer<PlanFacts.Builder> options)
      throws UnreadableRecordException {
    if (record.kind().equals(EventKind.LANE_STARTED.word())) {
      LaneStarted started = (LaneStarted) codecs.decode(EventKind.LANE_STARTED, record.payload());
      PlanFacts.Builder plan = PlanFacts.newBuilder(started.getPlan());
      options.accept(plan);
      return codecs.encode(
          EventKind.LANE_STARTED, LaneStarted.newBuilder(started).setPlan(plan.build()).build());
    }
    if (record.kind().equals(EventKind.RUN_STARTED.word())) {
      RunStarted started = (RunStarted) codecs.decode(EventKind.RUN_STARTED, record.payload());
      PlanFacts.Builder plan = PlanFacts.newBuilder(started.getPlan());
      options.accept(plan);
      return codecs.encode(
          EventKind.RUN_STARTED, RunStarted.newBuilder(started).setPlan(plan.build()).build());
    }
    return record.payload();
  }

  /** The rows of a log. */
  private record Rows(RecordingLaneOutput lanes, RecordingRunOutput runs) {
    static Rows of(FakeLog log) {
      LaneReplay lanes = new LaneReplay();
      log.records().stream().filter(FlatRecord::hasKey).forEach(lanes::take);
      RunReplay runs = new RunReplay();
      lanes.out.toRun.forEach(runs::take);
      return new Rows(lanes.out, runs.out);
    }

    RunRow run() {
      return runs.runs.get(0);
    }

    /** Returns whether all facts are in the log, and none is behind the frontier of its lane. */
    boolean isRegular() {
      return lanes.requests.stream().noneMatch(row -> row.getSkewed() || row.getIncomplete())
          && run().getLanes().stream().noneMatch(lane -> lane.getEnd().equals("lost"));
    }

    Lake storedIn(Path folder) throws IOException {
      Lake lake = new Lake(folder);
      for (Dataset<?> dataset :
          List.of(
              Dataset.REQUESTS,
              Dataset.GPU_SAMPLES,
              Dataset.SERVER_SAMPLES,
              Dataset.HANDSHAKES,
              Dataset.LEDGER,
              Dataset.LATE,
              Dataset.REJECTED)) {
        store(dataset, lanes.rowsOf(dataset), lake);
      }
      store(Dataset.SLICES, runs.slices, lake);
      store(Dataset.GPU_SLICES, runs.gpuSlices, lake);
      store(Dataset.MARKS, runs.marks, lake);
      store(Dataset.RUNS, runs.runs, lake);
      return lake;
    }

    private static <T extends SpecificRecordBase> void store(
        Dataset<T> dataset, List<? extends SpecificRecordBase> rows, Lake lake) throws IOException {
      try (RowFiles<T> files = new RowFiles<>(dataset, lake, RUN)) {
        for (SpecificRecordBase row : rows) {
          files.row(dataset.rowClass().cast(row));
        }
      }
    }
  }
}
