package io.longhaul.benchmarks.fortnight;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.HashSum;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.Topics;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.VarintReader;
import io.longhaul.wire.Ended;
import io.longhaul.wire.Ending;
import io.longhaul.wire.Heartbeat;
import io.longhaul.wire.LaneEnded;
import io.longhaul.wire.LaneJoined;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.RequestFragment;
import io.longhaul.wire.Stop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class SyntheticRunTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final RunShape SHAPE = new RunShape("run", START, 1, 5_000, 60, 20, 1);

  private final Map<String, List<RecordKey>> keysByLane = new LinkedHashMap<>();
  private final Map<String, List<SpecificRecordBase>> eventsByLane = new HashMap<>();

  /** Writes a whole run into the maps. */
  private SyntheticRun write(RunShape shape) {
    EventCodecs codecs = new EventCodecs();
    SyntheticRun run =
        new SyntheticRun(
            shape,
            new Topics(Topics.DEFAULT_PREFIX),
            (topic, partition, keyBytes, value) -> {
              RecordKey key = RecordKey.parse(keyBytes).orElseThrow();
              keysByLane.computeIfAbsent(key.laneId(), any -> new ArrayList<>()).add(key);
              eventsByLane
                  .computeIfAbsent(key.laneId(), any -> new ArrayList<>())
                  .add(decode(codecs, key, value));
            });
    run.start();
    for (int hour = 0; hour < shape.days() * RunShape.HOURS_PER_DAY; hour++) {
      run.writeHour();
    }
    run.end();
    run.close();
    return run;
  }

  private static SpecificRecordBase decode(EventCodecs codecs, RecordKey key, byte[] value) {
    try {
      return codecs.decode(key.kind(), value);
    } catch (UnreadableRecordException e) {
      throw new AssertionError(new String(key.toBytes(), UTF_8), e);
    }
  }

  private <T> List<T> events(Class<T> type) {
    return eventsByLane.values().stream()
        .flatMap(List::stream)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  @Test
  void eachLaneStartsAndEndsAndHasNoGap() {
    SyntheticRun run = write(SHAPE);

    assertThat(keysByLane).hasSize(2 + RunShape.GENERATORS);
    keysByLane.forEach(
        (lane, keys) -> {
          assertThat(keys.get(0).kind()).isEqualTo(EventKind.LANE_STARTED);
          assertThat(keys.get(keys.size() - 2).kind()).isEqualTo(EventKind.LANE_ENDED);
          assertThat(keys.get(keys.size() - 1).kind()).isEqualTo(EventKind.RUN_CLOSED);
          for (int i = 0; i < keys.size() - 1; i++) {
            assertThat(keys.get(i).seq()).as(lane).isEqualTo(i);
          }
        });
    assertThat(keysByLane.values().stream().mapToLong(List::size).sum()).isEqualTo(run.records());
    assertThat(events(LaneStarted.class)).hasSize(2 + RunShape.GENERATORS);
    assertThat(events(LaneJoined.class)).hasSize(1 + RunShape.GENERATORS);
    assertThat(events(Stop.class)).hasSize(1);
  }

  @Test
  void theEventsContainEachRequestOnceAndAddUpToTheTotals() {
    RunTotals totals = write(SHAPE).totals();

    long ok = 0;
    long output = 0;
    long latency = 0;
    Map<RequestId, Long> sentAt = new HashMap<>();
    Set<RequestId> ended = new HashSet<>();
    for (RequestFragment fragment : events(RequestFragment.class)) {
      RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
      if (fragment.getFragmentNo() == 0) {
        assertThat(sentAt.put(id, fragment.getTransport().getSentAtNs())).isNull();
      }
      Ended end = fragment.getEnded();
      if (end != null) {
        assertThat(ended.add(id)).isTrue();
        if (end.getEnding() == Ending.OK) {
          ok++;
          output += end.getOutputTokens();
          latency += end.getEndedAtNs() - sentAt.get(id);
          assertThat(sum(fragment)).isEqualTo(end.getOutputTokens());
        }
      }
    }

    assertThat(ended).hasSize((int) SHAPE.requests());
    assertThat(sentAt).hasSize((int) SHAPE.requests());
    assertThat(totals.requests()).isEqualTo(SHAPE.requests());
    assertThat(totals.ok() + totals.httpErrors() + totals.timeouts()).isEqualTo(SHAPE.requests());
    assertThat(totals.ok()).isEqualTo(ok).isLessThan(SHAPE.requests());
    assertThat(totals.outputTokens()).isEqualTo(output);
    assertThat(totals.requestLatencyNanos()).isEqualTo(latency);
  }

  private static int sum(RequestFragment fragment) {
    VarintReader tokens = new VarintReader(fragment.getChunkTokens());
    int sum = 0;
    for (int i = 0; i < fragment.getChunkCount(); i++) {
      sum += (int) tokens.next();
    }
    return sum;
  }

  @Test
  void someRequestsAreInFlightAtTheEndOfAnHour() {
    write(SHAPE);

    long hour = RunShape.SECONDS_PER_HOUR * RunShape.NANOS_PER_SECOND;
    assertThat(events(Heartbeat.class))
        .filteredOn(beat -> beat.getAtNs() > 0 && beat.getAtNs() % hour == 0)
        .anyMatch(beat -> beat.getInFlight() > 0);
  }

  @Test
  void noEventContainsAFactBeforeTheFrontierOfItsLane() {
    write(SHAPE);

    eventsByLane.forEach(
        (lane, events) -> {
          long frontier = 0;
          for (SpecificRecordBase event : events) {
            if (event instanceof Heartbeat beat) {
              assertThat(beat.getFrontierNs()).as(lane).isGreaterThanOrEqualTo(frontier);
              frontier = beat.getFrontierNs();
            } else if (event instanceof RequestFragment fragment) {
              assertThat(earliest(fragment)).as(lane).isGreaterThanOrEqualTo(frontier);
            }
          }
          assertThat(frontier)
              .as("all slices are complete")
              .isEqualTo(SHAPE.seconds() * RunShape.NANOS_PER_SECOND);
        });
  }

  private static long earliest(RequestFragment fragment) {
    if (fragment.getPlanned() != null) {
      return fragment.getPlanned().getScheduledAtNs();
    }
    return fragment.getChunkCount() > 0
        ? new VarintReader(fragment.getChunkTimesNs()).next()
        : fragment.getEnded().getEndedAtNs();
  }

  @Test
  void theEntriesOfTheLedgerAddUpToTheTotalsOfTheLane() {
    write(SHAPE);

    eventsByLane.forEach(
        (lane, events) -> {
          long ok = 0;
          HashSum ids = new HashSum();
          long slice = -1;
          for (SpecificRecordBase event : events) {
            if (event instanceof RequestFragment fragment && fragment.getEnded() != null) {
              ids.add(fragment.getRequestIdHi(), fragment.getRequestIdLo());
            } else if (event instanceof Heartbeat beat) {
              for (LedgerEntry entry : beat.getLedger()) {
                assertThat(entry.getSliceIndex()).isGreaterThan(slice);
                slice = entry.getSliceIndex();
                ok += entry.getOk();
              }
            } else if (event instanceof LaneEnded end) {
              assertThat(end.getTotals().getOk()).as(lane).isEqualTo(ok);
              assertThat(end.getTotals().getIdHashHi()).isEqualTo(ids.hi());
              assertThat(end.getTotals().getIdHashLo()).isEqualTo(ids.lo());
            }
          }
        });
  }

  @Test
  void theSeedDeterminesTheRequests() {
    RunShape other = new RunShape("run", START, 1, 5_000, 60, 20, 2);

    RunTotals totals = write(SHAPE).totals();

    assertThat(write(SHAPE).totals()).isEqualTo(totals);
    assertThat(write(other).totals()).isNotEqualTo(totals);
  }

  @Test
  void shapesWhoseSlicesOrHoursWouldNotEndWithAHeartbeatAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunShape("run", START, 1, 10, 50, 20, 1))
        .withMessage(
            "Invalid --slice-duration: 50 (seconds, a divisor of 3600 and a multiple of --interval,"
                + " 20)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunShape("run", START, 1, 10, 60, 7, 1))
        .withMessage("Invalid --interval: 7 (seconds, a divisor of 3600)");
  }
}
