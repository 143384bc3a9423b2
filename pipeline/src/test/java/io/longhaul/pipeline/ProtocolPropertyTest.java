package io.longhaul.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.export.DatasetCount;
import io.longhaul.export.Distribution;
import io.longhaul.export.GaugeOverSlice;
import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.GpuSliceRow;
import io.longhaul.export.LaneEnd;
import io.longhaul.export.RunRow;
import io.longhaul.export.SliceRow;
import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.history.RandomHistory;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.pipeline.run.RunReplay;
import io.longhaul.pipeline.source.FlatRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The fundamental property: the pipeline is a pure function of the log. */
class ProtocolPropertyTest {

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void everyReadingOfALogYieldsTheSameRows(
      @ForAll long history,
      @ForAll long reading,
      @ForAll @IntRange(min = 1, max = 3) int parallelism) {
    FakeLog log = new FakeLog();
    RandomHistory.write(history, log, "run-1");
    RandomHistory.write(history + 1, log, "run-2");

    Reading inOrder = new Reading(1, new Random(0), false).read(log);
    Reading another = new Reading(parallelism, new Random(reading), true).read(log);

    assertThat(another.rows()).isEqualTo(inOrder.rows());
    assertThat(inOrder.openState()).as("closed runs leave no state").isZero();
    assertThat(another.openState()).isZero();
  }

  /** The replay itself asserts this: it restores, and copies, before each record and message. */
  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void restoringOrCopyingStateAnywhereHasNoEffect(@ForAll long history) {
    FakeLog log = new FakeLog();
    RandomHistory.write(history, log, "run-1");

    assertThat(RunReplay.of(log).runs).hasSize(1);
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void everySliceClosesOnceAndSlicesAddUpToTheRun(@ForAll long history) {
    FakeLog log = new FakeLog();
    RandomHistory.write(history, log, "run-1");

    Reading reading = new Reading(1, new Random(0), false).read(log);
    assertThat(reading.runs.out.runs).hasSize(1);
    RunRow run = reading.runs.out.runs.get(0);
    List<SliceRow> slices = rowsOf("", reading.runs.out.slices);
    assertThat(slices)
        .extracting(SliceRow::getSliceIndex)
        .containsExactlyElementsOf(LongStream.range(0, run.getSlices()).boxed().toList());
    assertAddsUp(slices, run.getTotals());
    assertThat(slices.stream().mapToLong(SliceRow::getCoveredNs).sum())
        .isEqualTo(run.getRunEndEpochNs() - run.getRunStartEpochNs());
    assertThat(run.getTotals().getRequestsEnded() + run.getWarmupRequests())
        .isEqualTo(reading.lanes.out.requests.size());
    assertRowsAreAsCounted(reading, run);
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void theLabelSetsOfADimensionAddUpToEverything(@ForAll long history) {
    FakeLog log = new FakeLog();
    RandomHistory.write(history, log, "run-1");

    Reading reading = new Reading(1, new Random(0), false).read(log);
    RunRow run = reading.runs.out.runs.get(0);
    List<SliceRow> all = reading.runs.out.slices;
    for (SliceRow everything : rowsOf("", all)) {
      List<SliceRow> sets =
          all.stream()
              .filter(row -> row.getSliceIndex() == everything.getSliceIndex())
              .filter(row -> !row.getLabelSet().isEmpty())
              .toList();
      assertDimensionsAddUp(sets, everything);
    }
    assertDimensionsAddUp(run.getLabelTotals(), run.getTotals());
    for (SliceRow total : run.getLabelTotals()) {
      assertAddsUp(rowsOf(total.getLabelSet(), all), total);
    }
  }

  private static List<SliceRow> rowsOf(String labelSet, List<SliceRow> rows) {
    return rows.stream().filter(row -> row.getLabelSet().equals(labelSet)).toList();
  }

  private static void assertDimensionsAddUp(List<SliceRow> sets, SliceRow everything) {
    Map<String, List<SliceRow>> byDimension =
        sets.stream()
            .collect(Collectors.groupingBy(row -> row.getLabelSet().replaceFirst("=.*", "")));
    byDimension.forEach(
        (dimension, rows) -> {
          for (String column : ADDITIVE) {
            if (!column.equals("dropped_events")) {
              assertThat(sum(column, rows))
                  .as(dimension + " " + column)
                  .isEqualTo(everything.get(column));
            }
          }
          assertThat(rows.stream().mapToLong(row -> valuesOf(row.getTimeToFirstTokenNs())).sum())
              .isEqualTo(valuesOf(everything.getTimeToFirstTokenNs()));
        });
  }

  private static long valuesOf(Distribution distribution) {
    return distribution == null ? 0 : distribution.getCount();
  }

  private static long sum(String column, List<SliceRow> rows) {
    return rows.stream().mapToLong(row -> (Long) row.get(column)).sum();
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void gpuSlicesEndWithTheRunAndAddUpToIt(@ForAll long history) {
    FakeLog log = new FakeLog();
    RandomHistory.write(history, log, "run-1");

    Reading reading = new Reading(1, new Random(0), false).read(log);
    RunRow run = reading.runs.out.runs.get(0);
    for (GpuSliceRow slice : reading.runs.out.gpuSlices) {
      GaugeOverSlice power = slice.getPowerWatts();
      long observed = power == null ? 0 : power.getObservedNs();
      assertThat(slice.getGapNs() + observed).isEqualTo(slice.getCoveredNs());
    }
    for (GpuSliceRow gpu : run.getGpuTotals()) {
      List<GpuSliceRow> slices = slicesOf(gpu, reading.runs.out.gpuSlices);
      assertThat(sum(slices, GpuSliceRow::getSamples)).isEqualTo(gpu.getSamples());
      assertThat(sum(slices, GpuSliceRow::getFailedScrapes)).isEqualTo(gpu.getFailedScrapes());
      assertThat(sum(slices, GpuSliceRow::getEnergyNanojoules)).isEqualTo(known(gpu));
      long counted = countedNanojoules(gpu, run, reading.lanes.out.gpuSamples);
      assertThat(known(gpu)).isCloseTo(counted, within(MOST_ROUNDED_NANOJOULES));
    }
  }

  private static final long MOST_ROUNDED_NANOJOULES = 100;

  private static List<GpuSliceRow> slicesOf(GpuSliceRow gpu, List<GpuSliceRow> slices) {
    return slices.stream().filter(row -> row.getGpuUuid().equals(gpu.getGpuUuid())).toList();
  }

  private static long sum(List<GpuSliceRow> slices, Function<GpuSliceRow, Long> column) {
    return slices.stream().map(column).filter(Objects::nonNull).mapToLong(Long::longValue).sum();
  }

  private static long known(GpuSliceRow gpu) {
    return gpu.getEnergyNanojoules() == null ? 0 : gpu.getEnergyNanojoules();
  }

  /** The counters grow evenly, from the first to the last sample, cut at the end of the run. */
  private static long countedNanojoules(GpuSliceRow gpu, RunRow run, List<GpuSampleRow> samples) {
    List<GpuSampleRow> seen =
        samples.stream()
            .filter(sample -> sample.getGpuUuid().equals(gpu.getGpuUuid()))
            .sorted(Comparator.comparing(GpuSampleRow::getAtEpochNs))
            .toList();
    GpuSampleRow first = seen.get(0);
    GpuSampleRow last = seen.get(seen.size() - 1);
    if (seen.size() < 2) {
      return 0;
    }
    double joulesPerNano =
        (last.getEnergyJoules() - first.getEnergyJoules())
            / (last.getAtEpochNs() - first.getAtEpochNs());
    long from = Math.max(first.getAtEpochNs(), run.getRunStartEpochNs());
    long until = Math.min(last.getAtEpochNs(), run.getRunEndEpochNs());
    return Math.round(Math.max(0, until - from) * joulesPerNano * 1e9);
  }

  @Test
  void theHistoriesCoverEveryCase() {
    Map<String, Long> seen = new TreeMap<>();
    for (long seed = 0; seed < 40; seed++) {
      FakeLog log = new FakeLog();
      RandomHistory.write(seed, log, "run-1");
      Reading reading = new Reading(1, new Random(0), false).read(log);
      RunRow run = reading.runs.out.runs.get(0);
      seen.merge("late rows", (long) reading.lanes.out.late.size(), Long::sum);
      seen.merge("rejected rows", (long) reading.lanes.out.rejected.size(), Long::sum);
      seen.merge("lost requests", run.getTotals().getLost(), Long::sum);
      seen.merge("incomplete requests", run.getTotals().getIncompleteRequests(), Long::sum);
      seen.merge("coalesced chunks", run.getTotals().getCoalescedChunks(), Long::sum);
      seen.merge("complete runs", run.getStatus().equals("complete") ? 1L : 0, Long::sum);
      seen.merge("incomplete runs", run.getStatus().equals("incomplete") ? 1L : 0, Long::sum);
      seen.merge("warm-up requests", run.getWarmupRequests(), Long::sum);
      seen.merge("not issued", run.getNotIssued(), Long::sum);
      for (SliceRow set : run.getLabelTotals()) {
        seen.merge("requests of " + set.getLabelSet(), set.getRequestsEnded(), Long::sum);
      }
      seen.remove("requests of model=never asked", 0L);
      seen.merge("late joins", run.getLanes().size() > 4 ? 1L : 0, Long::sum);
      for (LaneEnd lane : run.getLanes()) {
        seen.merge("lost lanes", lane.getEnd().equals("lost") ? 1L : 0, Long::sum);
        seen.merge("lost events", lane.getLostEvents(), Long::sum);
        seen.merge("dropped events", lane.getDroppedDeclared(), Long::sum);
        seen.merge("duplicates", lane.getDuplicates(), Long::sum);
        seen.merge("unseen requests", lane.getUnseenRequests(), Long::sum);
      }
    }
    assertThat(seen).allSatisfy((what, count) -> assertThat(count).as(what).isPositive());
  }

  private static void assertAddsUp(List<SliceRow> slices, SliceRow totals) {
    for (String column : ADDITIVE) {
      assertThat(sum(column, slices)).as(column).isEqualTo(totals.get(column));
    }
  }

  private static final List<String> ADDITIVE =
      List.of(
          "requests_sent",
          "bytes_sent",
          "requests_ended",
          "requests_ok",
          "http_errors",
          "in_flight_at_stop",
          "lost",
          "valid_requests",
          "good_requests",
          "judged_requests",
          "bytes_received",
          "output_tokens_completed",
          "incomplete_requests",
          "chunks_arrived",
          "coalesced_chunks",
          "output_tokens_arrived",
          "dropped_events",
          "in_flight_request_ns");

  private static void assertRowsAreAsCounted(Reading reading, RunRow run) {
    Map<String, Long> counted = new TreeMap<>();
    for (DatasetCount count : run.getRows()) {
      counted.put(count.getDataset(), count.getRows());
    }
    assertThat(counted)
        .containsEntry("requests", (long) reading.lanes.out.requests.size())
        .containsEntry("slices", (long) reading.runs.out.slices.size())
        .containsEntry("gpu_samples", (long) reading.lanes.out.gpuSamples.size())
        .containsEntry("server_samples", (long) reading.lanes.out.serverSamples.size())
        .containsEntry("handshakes", (long) reading.lanes.out.handshakes.size())
        .containsEntry("gpu_slices", (long) reading.runs.out.gpuSlices.size())
        .containsEntry("ledger", (long) reading.lanes.out.ledger.size())
        .containsEntry("runs", 1L);
    assertThat(counted.getOrDefault("marks", 0L)).isEqualTo(reading.runs.out.marks.size());
  }

  /**
   * One way to read a log: partitions interleave at random; lanes are distributed over this number
   * of subtasks, whose messages reach the run stage interleaved at random, each subtask's in order;
   * from time to time everything is restored from serialized state.
   */
  private static final class Reading {
    private final LaneReplay lanes = new LaneReplay();
    private final RunReplay runs = new RunReplay();
    private final List<Deque<LaneMessage>> channels;
    private final Random random;
    private final boolean restless;

    Reading(int parallelism, Random random, boolean restless) {
      this.channels =
          IntStream.range(0, parallelism)
              .<Deque<LaneMessage>>mapToObj(i -> new ArrayDeque<>())
              .toList();
      this.random = random;
      this.restless = restless;
    }

    Reading read(FakeLog log) {
      List<Deque<FlatRecord>> partitions = new ArrayList<>();
      log.partitions().forEach(records -> partitions.add(new ArrayDeque<>(records)));
      while (!partitions.isEmpty()) {
        Deque<FlatRecord> partition =
            partitions.get(restless ? random.nextInt(partitions.size()) : 0);
        FlatRecord record = partition.poll();
        if (partition.isEmpty()) {
          partitions.remove(partition);
        }
        if (record.hasKey()) {
          lanes.take(record);
        }
        passOn();
        if (restless) {
          disturb();
          deliver(random.nextInt(4));
        }
      }
      deliver(Integer.MAX_VALUE);
      return this;
    }

    private int passedOn;

    private void passOn() {
      List<LaneMessage> messages = lanes.out.toRun;
      for (; passedOn < messages.size(); passedOn++) {
        LaneMessage message = messages.get(passedOn);
        String key = message.runId() + message.laneId();
        channels.get(Math.floorMod(key.hashCode(), channels.size())).add(message);
      }
    }

    private void deliver(int atMost) {
      for (int left = atMost; left > 0; left--) {
        List<Deque<LaneMessage>> waiting =
            channels.stream().filter(channel -> !channel.isEmpty()).toList();
        if (waiting.isEmpty()) {
          return;
        }
        runs.take(waiting.get(random.nextInt(waiting.size())).poll());
      }
    }

    private void disturb() {
      switch (random.nextInt(40)) {
        case 0 -> lanes.restart();
        case 1 -> runs.restart();
        case 2 -> lanes.copyOnWrite();
        case 3 -> runs.copyOnWrite();
        default -> {}
      }
    }

    int openState() {
      return lanes.openLanes() + runs.openRuns();
    }

    /** Returns the sorted rows of each dataset as text. */
    Map<String, List<String>> rows() {
      Map<String, List<String>> rows = new TreeMap<>();
      rows.put("requests", sorted(lanes.out.requests));
      rows.put("gpu_samples", sorted(lanes.out.gpuSamples));
      rows.put("server_samples", sorted(lanes.out.serverSamples));
      rows.put("handshakes", sorted(lanes.out.handshakes));
      rows.put("ledger", sorted(lanes.out.ledger));
      rows.put("late", sorted(lanes.out.late));
      rows.put("rejected", sorted(lanes.out.rejected));
      rows.put("slices", sorted(runs.out.slices));
      rows.put("gpu_slices", sorted(runs.out.gpuSlices));
      rows.put("marks", sorted(runs.out.marks));
      rows.put("runs", sorted(runs.out.runs));
      return rows;
    }

    private static List<String> sorted(List<?> rows) {
      return rows.stream().map(Object::toString).sorted().toList();
    }
  }
}
