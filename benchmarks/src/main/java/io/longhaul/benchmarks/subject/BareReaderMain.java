package io.longhaul.benchmarks.subject;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.pipeline.row.AssembledRequest;
import io.longhaul.pipeline.row.LaneIdentity;
import io.longhaul.pipeline.row.RequestRows;
import io.longhaul.schema.EventCodecs;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.Topics;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.VarintReader;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.parquet.RecordFileWriter;
import io.longhaul.sinks.parquet.RowWriters;
import io.longhaul.wire.LaneStarted;
import io.longhaul.wire.PlanFacts;
import io.longhaul.wire.RequestFragment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.parquet.io.LocalOutputFile;
import org.jspecify.annotations.Nullable;

/**
 * The minimal program that creates the rows of {@code requests} from a log: it consumes records,
 * decodes them, computes metrics and writes rows on one thread, without slices, order or recovery.
 * Arguments: bootstrap servers, number of requests in the log. Command: an empty folder. Response:
 * the {@link Throughput} without the first twentieth.
 */
public final class BareReaderMain {
  private static final String TOPIC = new Topics(Topics.DEFAULT_PREFIX).timing();
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int[] NO_TOKENS = {};

  private final String bootstrapServers;
  private final long requests;
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, LaneStarted> lanes = new HashMap<>();
  private final Map<RequestId, List<RequestFragment>> open = new HashMap<>();

  private BareReaderMain(String bootstrapServers, long requests) {
    this.bootstrapServers = bootstrapServers;
    this.requests = requests;
  }

  public static void main(String[] args) throws Exception {
    BareReaderMain reader = new BareReaderMain(args[0], Long.parseLong(args[1]));
    CommandLoop.run(folder -> reader.run(Path.of(folder)));
  }

  private Throughput run(Path folder) throws IOException, UnreadableRecordException {
    long warm = requests / 20;
    ThroughputMeter meter = new ThroughputMeter();
    long rows = 0;
    try (KafkaConsumer<byte[], byte[]> log = BenchmarkConsumer.fromStart(bootstrapServers, TOPIC);
        RecordFileWriter<RequestRow> file =
            RowWriters.writer(
                Dataset.REQUESTS, new LocalOutputFile(folder.resolve("requests.parquet")))) {
      while (rows < requests) {
        for (ConsumerRecord<byte[], byte[]> record : log.poll(POLL)) {
          RequestRow row = rowOf(record);
          if (row != null) {
            file.write(row);
            rows++;
            meter = rows == warm ? new ThroughputMeter() : meter;
          }
        }
      }
    }
    return meter.read(rows - warm);
  }

  /** Returns the row of the request that a record completes, or null. */
  private @Nullable RequestRow rowOf(ConsumerRecord<byte[], byte[]> record)
      throws UnreadableRecordException {
    RecordKey key = RecordKey.parse(record.key()).orElseThrow();
    if (key.kind() == EventKind.LANE_STARTED) {
      lanes.put(key.laneId(), (LaneStarted) codecs.decode(key.kind(), record.value()));
    }
    if (key.kind() != EventKind.REQUEST_FRAGMENT) {
      return null;
    }
    LaneStarted lane = requireNonNull(lanes.get(key.laneId()));
    RequestFragment fragment = (RequestFragment) codecs.decode(key.kind(), record.value());
    PlanFacts plan = lane.getPlan();
    RequestId id = new RequestId(fragment.getRequestIdHi(), fragment.getRequestIdLo());
    if (fragment.getEnded() == null) {
      open.computeIfAbsent(id, any -> new ArrayList<>()).add(fragment);
      return null;
    }
    List<RequestFragment> fragments = open.getOrDefault(id, new ArrayList<>(1));
    open.remove(id);
    fragments.add(fragment);
    AssembledRequest request = assemble(id, fragments);
    RequestMetrics metrics =
        RequestMetrics.of(request.trace(plan.getStreaming(), plan.getTokenSource()));
    LaneIdentity identity =
        new LaneIdentity(
            lane.getRunId(),
            lane.getLaneId(),
            lane.getProcessId(),
            "profiling",
            lane.getAnchorEpochNs());
    return RequestRows.of(
        identity, request, metrics, SloResult.NO_VALUE, plan.getTokenSource(), 0, false);
  }

  /** Assembles all fragments of a request, in order; most requests have one. */
  private static AssembledRequest assemble(RequestId id, List<RequestFragment> fragments) {
    RequestFragment first = fragments.get(0);
    RequestFragment last = fragments.get(fragments.size() - 1);
    int count = 0;
    for (RequestFragment fragment : fragments) {
      count += fragment.getChunkCount();
    }
    long[] at = new long[count];
    int[] reads = new int[count];
    int chunk = 0;
    for (RequestFragment fragment : fragments) {
      int chunks = fragment.getChunkCount();
      long[] readOrdinals = sums(fragment.getChunkReads(), chunks);
      System.arraycopy(sums(fragment.getChunkTimesNs(), chunks), 0, at, chunk, chunks);
      for (int i = 0; i < chunks; i++) {
        reads[chunk++] = (int) readOrdinals[i];
      }
    }
    return new AssembledRequest(
        id,
        first.getPlanned(),
        firstValue(fragments, RequestFragment::getTransport),
        firstValue(fragments, RequestFragment::getFirstByteAtNs),
        firstValue(fragments, RequestFragment::getHeadersAtNs),
        at,
        NO_TOKENS,
        reads,
        new byte[count],
        last.getEnded(),
        Outcome.OK,
        last.getEnded().getEndedAtNs(),
        false);
  }

  /** Returns the first value in the fragments; null without one. */
  private static <T> @Nullable T firstValue(
      List<RequestFragment> fragments, Function<RequestFragment, T> of) {
    return fragments.stream().map(of).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static long[] sums(ByteBuffer packed, int count) {
    VarintReader numbers = new VarintReader(packed);
    long[] sums = new long[count];
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += numbers.next();
      sums[i] = sum;
    }
    return sums;
  }
}
