package io.longhaul.pipeline.history;

import io.longhaul.schema.EventKind;
import io.longhaul.wire.Ending;
import io.longhaul.wire.LabelDimension;
import io.longhaul.wire.LedgerEntry;
import io.longhaul.wire.NotIssued;
import io.longhaul.wire.RequestFragment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random run: two generators with two lanes and a warm-up, a sampler, a coordinator and
 * optionally a generator that joins later. Other coordinators may take over. Records are lost,
 * declared dropped, sent again, reordered or corrupted; lanes are declared lost and continue to
 * write; and the log contains foreign records. Slices may be split by model and stage, and the plan
 * does not list all values. Every lane's frontier is correct. The seed determines the run.
 */
public final class RandomHistory {
  private static final long TICK_MILLIS = 250;

  private static final List<LabelDimension> DIMENSIONS =
      List.of(
          new LabelDimension("model", List.of("m0", "m1", "never asked")),
          new LabelDimension("stage", List.of("1", "2")));

  private final Random random;
  private final FakeLog log;
  private final String run;
  private final List<GeneratorLane> generators = new ArrayList<>();
  private final List<TestLane> formerCoordinators = new ArrayList<>();
  private TestLane coordinator;
  private final TestLane sampler;
  private boolean samplerLost;
  private final double faults;
  private final double takeovers;
  private final List<LabelDimension> dimensions;
  private final long loadMillis;

  /** The load ends at the end of a slice, and with it the run. */
  private final boolean endsAtAnEdge;

  private long requests;

  private RandomHistory(long seed, FakeLog log, String run) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L); // neighbours shall differ
    this.log = log;
    this.run = run;
    this.dimensions = Math.floorMod(seed, 3) == 0 ? List.of() : DIMENSIONS;
    this.coordinator = TestLane.coordinator(log, run).slicedBy(dimensions);
    this.sampler = TestLane.sampler(log, run, "s0.1.0");
    this.faults = random.nextBoolean() ? 0 : 0.08;
    this.takeovers = random.nextBoolean() ? 0 : 0.1;
    this.endsAtAnEdge = random.nextInt(4) == 0;
    this.loadMillis = endsAtAnEdge ? 1000L * (1 + random.nextInt(6)) : 1000L + random.nextInt(6000);
  }

  /** Writes a whole run to the log, from its first record until it is closed. */
  public static void write(long seed, FakeLog log, String run) {
    new RandomHistory(seed, log, run).write();
  }

  private void write() {
    log.nowMillisAfterStart(-2000);
    coordinator.started();
    strangers();
    coordinator.heartbeat(-1900);
    warmUp();
    generators.add(new GeneratorLane("g0.1.0.p", random.nextInt(2), 0));
    generators.add(new GeneratorLane("g1.1.0.p", random.nextInt(2), 0));
    coordinator.runStarted();
    for (GeneratorLane lane : generators) {
      coordinator.joined(lane.writer, 0);
    }
    coordinator.joined(sampler, 0);
    sampler.started();
    generators.forEach(lane -> lane.writer.started());
    boolean anotherJoins = random.nextInt(3) == 0;
    long joinsAt = 1500;
    for (long now = -1000; now <= loadMillis; now += TICK_MILLIS) {
      log.nowMillisAfterStart(now);
      if (anotherJoins && now == 500) {
        GeneratorLane late = new GeneratorLane("g2.1.0.p", 1, joinsAt);
        coordinator.joined(late.writer, joinsAt);
        late.writer.started(started -> started.setCountsFromEpochNs(Times.epochAt(joinsAt)));
        generators.add(late);
      }
      tick(now);
    }
    end();
  }

  private void warmUp() {
    TestLane lane = TestLane.warmup(log, run, "g0.1.0.w", random.nextInt(2));
    coordinator.joined(lane, -1900);
    lane.started();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      lane.fragment(
          TestRequest.aRequest(requests++).sentAt(-1800).chunksAt(-1700).endedAt(-1600).whole());
      lane.heartbeat(-1500, beat -> beat.setClockErrorNs(random.nextInt(1000)));
    }
    lane.ended(-1400);
    lane.closed();
  }

  private void tick(long now) {
    for (GeneratorLane lane : generators) {
      lane.tick(now);
    }
    sample(now);
    if (now % 1000 == 0) {
      coordinator.heartbeat(now - 1000);
    }
    if (now >= 0 && random.nextInt(4) == 0) {
      mark(now);
    }
    if (now >= 0 && random.nextDouble() < takeovers) {
      takeOver(now);
    }
    if (random.nextDouble() < faults / 4) {
      GeneratorLane victim = generators.get(random.nextInt(generators.size()));
      victim.lose();
    }
    if (random.nextDouble() < faults / 10 && !samplerLost) {
      sampler.lost();
      samplerLost = true;
    }
  }

  /** A mark may be sent again, or may be invalid. */
  private void mark(long now) {
    coordinator.marked(now, "mark at " + now);
    if (random.nextDouble() < faults) {
      coordinator.marked(0, now, "mark at " + now);
    }
    if (random.nextDouble() < faults) {
      coordinator.garbled(EventKind.MARK);
    }
  }

  /** The successor may itself be lost before it writes a record. */
  private void takeOver(long now) {
    long frontier = Math.floorDiv(now, 1000) * 1000 - 1000;
    TestLane former = coordinator;
    do {
      formerCoordinators.add(coordinator);
      TestLane successor =
          TestLane.coordinator(
                  log, run, "c." + (formerCoordinators.size() + 1) + ".0", random.nextInt(2))
              .slicedBy(dimensions);
      coordinator.lostTo(successor, frontier);
      coordinator = successor;
    } while (random.nextInt(4) == 0);
    coordinator.startedAfter(formerCoordinators);
    if (random.nextBoolean()) {
      former.heartbeat(now); // it was only suspended
      former.marked(now, "too late");
      former.stop(now);
    }
  }

  private void sample(long now) {
    if (random.nextDouble() < faults) {
      sampler.scrapeFailed(now);
      sampler.handshakeFailed(now);
      sampler.serverScrapeFailed(now, "http://server/metrics");
    } else {
      sampler.sample(now, "gpu-0", 100 + random.nextInt(200), 1000 + now / 10.0);
      sampler.serverSample(now, "http://server/metrics", random.nextInt(9), random.nextInt(2));
      sampler.handshake(now, 100 + random.nextInt(50));
      sampler.sample(now, "gpu-1", 100.5 + random.nextInt(7) / 3.0, 5000 + now / 3.0);
    }
    if (now % 500 == 0) {
      sampler.heartbeat(now);
    }
  }

  private void end() {
    long lastEnding = endsAtAnEdge ? loadMillis : loadMillis + 500;
    long end = loadMillis + 500;
    log.nowMillisAfterStart(end);
    for (long now = loadMillis + TICK_MILLIS; now < end + random.nextInt(1500); now += 100) {
      sample(now); // the sampler outlives the load
    }
    for (GeneratorLane lane : generators) {
      if (lane.lost || random.nextDouble() < faults) {
        lane.lose();
        lane.writer.heartbeat(end);
      } else {
        lane.end(lastEnding, end);
      }
    }
    if (!samplerLost) {
      sampler.ended(end + 1500);
    }
    coordinator.stop(loadMillis);
    coordinator.heartbeat(end);
    strangers();
    generators.forEach(lane -> lane.writer.closed());
    sampler.closed();
    coordinator.ended(end + 100);
    coordinator.closed();
    formerCoordinators.forEach(TestLane::closed);
    generators.get(0).writer.heartbeat(end + 200);
  }

  private void strangers() {
    log.appendWithKey("longhaul.timing", random.nextInt(2), "not a key");
    TestLane.generator(log, run, "g9.1.0.p", random.nextInt(2)).garbled(EventKind.HEARTBEAT);
  }

  /** A generator's lane and its unpublished requests. */
  private final class GeneratorLane {
    private final TestLane writer;
    private final long startMillis;
    private final Deque<OpenRequest> open = new ArrayDeque<>();
    private final List<Runnable> heldBack = new ArrayList<>();
    private long issued;
    private long notIssued;
    private long dropped;
    private long endedInSlice;
    private boolean lost;

    GeneratorLane(String name, int partition, long startMillis) {
      this.writer = TestLane.generator(log, run, name, partition).slicedBy(dimensions);
      this.startMillis = startMillis;
    }

    void tick(long now) {
      if (now <= startMillis) {
        return;
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        open.add(new OpenRequest(requests++, now - random.nextInt((int) TICK_MILLIS)));
        issued++;
      }
      writeOpen(now);
      boolean resend = !heldBack.isEmpty() && random.nextBoolean();
      if (resend) {
        heldBack.forEach(Runnable::run); // a resend, out of order only by its own delay
        heldBack.clear();
      }
      if (now % 500 == 0) {
        heartbeat(now);
      }
    }

    private void writeOpen(long now) {
      for (int left = open.size(); left > 0; left--) {
        OpenRequest request = open.poll();
        RequestFragment fragment = request.next(now);
        write(fragment);
        if (fragment.getEnded() == null) {
          open.add(request);
        } else {
          endedInSlice++;
        }
      }
    }

    private void write(RequestFragment fragment) {
      double fate = random.nextDouble();
      if (fate < faults / 4) {
        writer.skipRecords(1);
      } else if (fate < faults / 2) {
        long seq = writer.nextSeq();
        writer.skipRecords(1);
        writer.dropped(seq, seq);
      } else if (fate < faults * 3 / 4) {
        long seq = writer.nextSeq();
        writer.skipRecords(1);
        heldBack.add(() -> writer.resend(seq, () -> writer.fragment(fragment)));
      } else if (fate < faults * 7 / 8) {
        writer.garbled(EventKind.REQUEST_FRAGMENT);
      } else if (fate < faults) {
        long seq = writer.nextSeq();
        writer.fragment(fragment);
        writer.resend(seq, () -> writer.fragment(fragment));
      } else {
        writer.fragment(fragment);
      }
    }

    private void heartbeat(long now) {
      // Records that are held back are not acknowledged; records that the network lost are,
      // incorrectly.
      long acked = heldBack.isEmpty() ? writer.nextSeq() : 0;
      long slice = Math.floorDiv(now - 1, 1000);
      LedgerEntry entry =
          LedgerEntry.newBuilder().setSliceIndex(Math.max(0, slice)).setOk(endedInSlice).build();
      if (now % 1000 == 0) {
        endedInSlice = 0;
      }
      notIssued += random.nextInt(2);
      dropped += random.nextInt(2);
      writer.heartbeat(
          now,
          beat -> {
            beat.setAckedBelow(acked);
            beat.setIssued(issued);
            beat.setNotIssued(NotIssued.newBuilder().setNoSlot(notIssued).build());
            beat.setClockErrorNs(random.nextInt(1000));
            beat.setBacklog(random.nextInt(3));
            beat.setLedger(List.of(entry));
            beat.getHealthBuilder()
                .setDroppedEvents(dropped)
                .setPauseMaxNs(Times.ms(random.nextInt(120)))
                .setSendLagP99Ns(Times.ms(1))
                .setSendLagMaxNs(Times.ms(2))
                .setHostIdleRatio(random.nextInt(10) / 10.0)
                .setProcessCpuCores(random.nextInt(20) / 7.0);
          });
    }

    void lose() {
      writer.lost();
      lost = true;
    }

    void end(long lastEnding, long now) {
      heldBack.forEach(Runnable::run);
      heldBack.clear();
      for (OpenRequest request : open) {
        writer.fragment(request.last(lastEnding, Ending.IN_FLIGHT_AT_STOP));
      }
      writer.heartbeat(
          now, beat -> beat.getHealthBuilder().setDroppedEvents(dropped + random.nextInt(3)));
      writer.ended(now, issued);
    }
  }

  /** An open request; each tick writes a fragment of it. */
  private final class OpenRequest {
    private final long number;
    private final long sentAt;
    private final List<Long> chunksAt = new ArrayList<>();
    private final List<Integer> reads = new ArrayList<>();
    private final List<Integer> cuts = new ArrayList<>();

    OpenRequest(long number, long sentAt) {
      this.number = number;
      this.sentAt = sentAt;
    }

    RequestFragment next(long now) {
      boolean ends = random.nextInt(3) == 0;
      for (int i = random.nextInt(4); i > 0; i--) {
        long after = chunksAt.isEmpty() ? sentAt : chunksAt.get(chunksAt.size() - 1);
        chunksAt.add(Math.min(now, after + random.nextInt(60)));
        int readBefore = reads.isEmpty() ? 0 : reads.get(reads.size() - 1);
        reads.add(readBefore + random.nextInt(2));
      }
      if (!ends) {
        return fragment(request());
      }
      Ending how = random.nextInt(5) == 0 ? Ending.HTTP_ERROR : Ending.OK;
      return last(now, how);
    }

    RequestFragment last(long now, Ending how) {
      return fragment(
          request()
              .failedAt(now, how, 200 + random.nextInt(3), how == Ending.OK ? null : "server"));
    }

    private TestRequest request() {
      Map<String, String> labels = new TreeMap<>(Map.of("model", "m" + number % 3));
      if (number % 7 > 0) {
        labels.put("stage", Long.toString(1 + number % 2));
      }
      return TestRequest.aRequest(number)
          .labelled(labels)
          .sentAt(sentAt)
          .chunksAt(chunksAt.toArray(new Long[0]))
          .inReads(reads.toArray(new Integer[0]));
    }

    /** Returns the newest fragment: the chunks that no earlier fragment contains. */
    private RequestFragment fragment(TestRequest request) {
      int written = cuts.stream().mapToInt(Integer::intValue).sum();
      cuts.add(chunksAt.size() - written);
      int[] all = cuts.stream().mapToInt(Integer::intValue).toArray();
      return request.fragments(all).get(all.length - 1);
    }
  }
}
