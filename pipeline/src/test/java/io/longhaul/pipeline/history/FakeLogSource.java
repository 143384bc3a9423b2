package io.longhaul.pipeline.history;

import io.longhaul.pipeline.source.FlatRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A log in memory that is read like Kafka: one split per partition, each in order, distributed over
 * the readers. Bounded. On request it fails once, after a checkpoint and before its end, or pauses
 * in the middle.
 */
public final class FakeLogSource
    implements Source<
        FlatRecord, FakeLogSource.PartitionSplit, List<FakeLogSource.PartitionSplit>> {
  private static final long serialVersionUID = 1;

  /** Flink serializes sources for its tasks, so logs are looked up by name. */
  private static final Map<String, List<List<FlatRecord>>> LOGS = new ConcurrentHashMap<>();

  private static final Map<String, Boolean> FAILURES_DUE = new ConcurrentHashMap<>();

  private static final Map<String, Pause> PAUSES = new ConcurrentHashMap<>();

  private final String name;

  /**
   * Where reading pauses.
   *
   * @param positions one for each partition
   * @param reached partitions that have paused
   * @param everywhere completes when all partitions have paused
   */
  private record Pause(
      List<Integer> positions, Set<Integer> reached, CompletableFuture<Void> everywhere) {
    boolean isAt(PartitionSplit split) {
      if (positions.get(split.partition()) > split.position()) {
        return false;
      }
      reached.add(split.partition());
      if (reached.size() == positions.size()) {
        everywhere.complete(null);
      }
      return true;
    }
  }

  private FakeLogSource(String name) {
    this.name = name;
  }

  public static FakeLogSource of(String name, List<List<FlatRecord>> partitions) {
    LOGS.put(name, partitions);
    return new FakeLogSource(name);
  }

  public FakeLogSource failingOnceAfterACheckpoint() {
    FAILURES_DUE.put(name, true);
    return this;
  }

  /** Pauses until the job ends when each partition has been read up to its position. */
  public FakeLogSource pausingAt(List<Integer> positions) {
    PAUSES.put(
        name, new Pause(positions, ConcurrentHashMap.newKeySet(), new CompletableFuture<>()));
    return this;
  }

  /** Completes when every partition has paused. */
  public CompletableFuture<Void> paused() {
    return PAUSES.get(name).everywhere();
  }

  /** Returns whether the requested failure has not occurred yet. */
  public boolean isFailureDue() {
    return FAILURES_DUE.containsKey(name);
  }

  public void remove() {
    LOGS.remove(name);
    FAILURES_DUE.remove(name);
    PAUSES.remove(name);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  /** A partition, starting at a position. */
  public record PartitionSplit(int partition, int position) implements SourceSplit {
    @Override
    public String splitId() {
      return Integer.toString(partition);
    }
  }

  @Override
  public SplitEnumerator<PartitionSplit, List<PartitionSplit>> createEnumerator(
      SplitEnumeratorContext<PartitionSplit> context) {
    List<PartitionSplit> all = new ArrayList<>();
    for (int partition = 0; partition < LOGS.get(name).size(); partition++) {
      all.add(new PartitionSplit(partition, 0));
    }
    return new Enumerator(context, all);
  }

  @Override
  public SplitEnumerator<PartitionSplit, List<PartitionSplit>> restoreEnumerator(
      SplitEnumeratorContext<PartitionSplit> context, List<PartitionSplit> unassigned) {
    return new Enumerator(context, new ArrayList<>(unassigned));
  }

  @Override
  public SourceReader<FlatRecord, PartitionSplit> createReader(SourceReaderContext context) {
    return new Reader(name);
  }

  @Override
  public SimpleVersionedSerializer<PartitionSplit> getSplitSerializer() {
    return new SplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<List<PartitionSplit>> getEnumeratorCheckpointSerializer() {
    return new SplitListSerializer();
  }

  /** Assigns partitions to readers. */
  private static final class Enumerator
      implements SplitEnumerator<PartitionSplit, List<PartitionSplit>> {
    private final SplitEnumeratorContext<PartitionSplit> context;
    private final List<PartitionSplit> unassigned;

    Enumerator(SplitEnumeratorContext<PartitionSplit> context, List<PartitionSplit> unassigned) {
      this.context = context;
      this.unassigned = unassigned;
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, String host) {}

    @Override
    public void addSplitsBack(List<PartitionSplit> splits, int subtask) {
      unassigned.addAll(splits);
    }

    @Override
    public void addReader(int subtask) {
      List<PartitionSplit> mine = new ArrayList<>();
      for (PartitionSplit split : unassigned) {
        if (split.partition() % context.currentParallelism() == subtask) {
          mine.add(split);
        }
      }
      unassigned.removeAll(mine);
      mine.forEach(split -> context.assignSplit(split, subtask));
      context.signalNoMoreSplits(subtask);
    }

    @Override
    public List<PartitionSplit> snapshotState(long checkpoint) {
      return List.copyOf(unassigned);
    }

    @Override
    public void close() {}
  }

  /** Reads its partitions in turn, one record at a time. */
  private static final class Reader implements SourceReader<FlatRecord, PartitionSplit> {
    private final String name;
    private final Deque<PartitionSplit> splits = new ArrayDeque<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean noMoreSplits;
    private boolean checkpointed;

    Reader(String name) {
      this.name = name;
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<FlatRecord> output) throws IOException {
      if (splits.isEmpty()) {
        // A job can be stopped with a savepoint only while all its tasks are running.
        boolean ended = noMoreSplits && !PAUSES.containsKey(name);
        return ended ? InputStatus.END_OF_INPUT : unavailable();
      }
      if (isLastRecord() && FAILURES_DUE.containsKey(name)) {
        if (!checkpointed) {
          return unavailable();
        }
        FAILURES_DUE.remove(name);
        throw new IOException("Failing once, as requested");
      }
      PartitionSplit split = pollUnpaused();
      if (split == null) {
        return unavailable();
      }
      List<FlatRecord> records = LOGS.get(name).get(split.partition());
      output.collect(records.get(split.position()));
      if (split.position() + 1 < records.size()) {
        splits.add(new PartitionSplit(split.partition(), split.position() + 1));
      }
      return InputStatus.MORE_AVAILABLE;
    }

    private PartitionSplit pollUnpaused() {
      Pause pause = PAUSES.get(name);
      for (PartitionSplit split : splits) {
        if (pause == null || !pause.isAt(split)) {
          splits.remove(split);
          return split;
        }
      }
      return null;
    }

    private boolean isLastRecord() {
      PartitionSplit split = splits.peek();
      return splits.size() == 1
          && split.position() + 1 == LOGS.get(name).get(split.partition()).size();
    }

    private InputStatus unavailable() {
      available = new CompletableFuture<>();
      return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
      checkpointed = true;
      available.complete(null);
    }

    @Override
    public List<PartitionSplit> snapshotState(long checkpoint) {
      return List.copyOf(splits);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return available;
    }

    @Override
    public void addSplits(List<PartitionSplit> more) {
      splits.addAll(more);
      available.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
      noMoreSplits = true;
      available.complete(null);
    }

    @Override
    public void close() {}
  }

  /** Two numbers. */
  private static final class SplitSerializer implements SimpleVersionedSerializer<PartitionSplit> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(PartitionSplit split) {
      return ByteBuffer.allocate(8).putInt(split.partition()).putInt(split.position()).array();
    }

    @Override
    public PartitionSplit deserialize(int version, byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new PartitionSplit(in.getInt(), in.getInt());
    }
  }

  /** Many pairs of numbers. */
  private static final class SplitListSerializer
      implements SimpleVersionedSerializer<List<PartitionSplit>> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<PartitionSplit> splits) {
      ByteBuffer out = ByteBuffer.allocate(8 * splits.size());
      splits.forEach(split -> out.putInt(split.partition()).putInt(split.position()));
      return out.array();
    }

    @Override
    public List<PartitionSplit> deserialize(int version, byte[] bytes) {
      List<PartitionSplit> splits = new ArrayList<>();
      ByteBuffer in = ByteBuffer.wrap(bytes);
      while (in.hasRemaining()) {
        splits.add(new PartitionSplit(in.getInt(), in.getInt()));
      }
      return Collections.unmodifiableList(splits);
    }
  }
}
