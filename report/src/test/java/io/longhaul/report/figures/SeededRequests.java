package io.longhaul.report.figures;

import static io.longhaul.sinks.Rows.RUN_START_EPOCH_NS;

import io.longhaul.export.RequestRow;
import io.longhaul.metrics.Metric;
import io.longhaul.metrics.Outcome;
import io.longhaul.metrics.RequestMetrics;
import io.longhaul.metrics.RequestTrace;
import io.longhaul.metrics.RequestTraceBuilder;
import io.longhaul.metrics.slo.SloResult;
import io.longhaul.metrics.slo.SloSet;
import io.longhaul.sinks.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Streamed requests of all kinds, drawn from a seed, with figures computed as in the pipeline:
 * short and long responses, reasoning first, chunks that arrive together, responses of one chunk
 * and of none, new and reused connections, missing counts, and all kinds of errors.
 */
public final class SeededRequests {
  private static final long MILLI = 1_000_000;
  private static final int ONE_OF = 25;

  private final Random random;
  private final SloSet slos;
  private RequestTrace lastTrace;

  public SeededRequests(long seed, SloSet slos) {
    this.random = new Random(seed);
    this.slos = slos;
  }

  /** Returns the next request, scheduled in this millisecond of the run. */
  public RequestRow.Builder next(String runId, int number, long scheduledMs) {
    RequestTrace trace = trace(scheduledMs * MILLI + random.nextInt((int) MILLI));
    lastTrace = trace;
    RequestMetrics metrics = RequestMetrics.of(trace);
    RequestRow.Builder row = Rows.aRequest(runId, "r" + number);
    setFacts(row, trace);
    setFigures(row, metrics);
    SloResult verdict = slos.evaluate(metrics);
    return row.setGood(verdict == SloResult.NO_VALUE ? null : verdict == SloResult.GOOD);
  }

  /** The trace of the request that {@link #next} returned last. */
  RequestTrace lastTrace() {
    return lastTrace;
  }

  private boolean rarely() {
    return random.nextInt(ONE_OF) == 0;
  }

  private RequestTrace trace(long scheduled) {
    long handed = scheduled + random.nextInt((int) MILLI);
    boolean reused = random.nextInt(4) > 0;
    long connect = handed + 1 + random.nextInt(50_000);
    long sent = reused ? connect : connect + random.nextInt((int) (3 * MILLI));
    long written = sent + random.nextInt(80_000);
    Outcome outcome = rarely() ? failure() : Outcome.OK;
    int chunks =
        outcome == Outcome.OK ? (rarely() ? 1 : 1 + random.nextInt(60)) : random.nextInt(4);
    chunks = rarely() ? 0 : chunks;
    long[] at = new long[chunks];
    int[] reads = new int[chunks];
    byte[] kinds = new byte[chunks];
    int reasoningChunks = random.nextInt(5) == 0 ? random.nextInt(chunks + 1) : 0;
    long now = written + 5 * MILLI + (long) (20 * MILLI * random.nextDouble());
    long firstByte = now - random.nextInt((int) MILLI);
    for (int i = 0; i < chunks; i++) {
      boolean sameRead = i > 0 && random.nextInt(6) == 0;
      now += i == 0 || sameRead ? 0 : 1 + (long) (12 * MILLI * random.nextDouble());
      at[i] = now;
      reads[i] = i == 0 ? 0 : reads[i - 1] + (sameRead ? 0 : 1);
      kinds[i] = i < reasoningChunks ? RequestTrace.REASONING : RequestTrace.CONTENT;
    }
    RequestTraceBuilder trace =
        new RequestTraceBuilder()
            .outcome(outcome)
            .scheduledAtNanos(scheduled)
            .handedAtNanos(handed)
            .connectionReused(reused)
            .sentAtNanos(sent)
            .writtenAtNanos(written)
            .firstByteAtNanos(chunks == 0 ? RequestTrace.NONE : firstByte)
            .endedAtNanos(now + (random.nextBoolean() ? random.nextInt((int) MILLI) : 0))
            .bytesSent(200 + random.nextInt(4000))
            .bytesReceived(180L * chunks)
            .reads(chunks == 0 ? 0 : reads[chunks - 1] + 2)
            .chunks(at, reads, kinds);
    if (!reused) {
      trace.connectStartedAtNanos(connect).connectedAtNanos(sent - random.nextInt(2));
    }
    return counted(trace, chunks, reasoningChunks).build();
  }

  private Outcome failure() {
    List<Outcome> failures =
        List.of(
            Outcome.HTTP_ERROR,
            Outcome.TRUNCATED,
            Outcome.TIMEOUT,
            Outcome.CANCELLED,
            Outcome.IN_FLIGHT_AT_STOP,
            Outcome.LOST);
    return failures.get(random.nextInt(failures.size()));
  }

  private RequestTraceBuilder counted(RequestTraceBuilder trace, int chunks, int reasoning) {
    int input = 1 + random.nextInt(800);
    int output = chunks - reasoning + random.nextInt(3);
    if (!rarely()) {
      trace.inputTokens(input);
    }
    if (!rarely()) {
      trace.outputTokens(output);
    }
    if (reasoning > 0) {
      trace.reasoningTokens(reasoning).usageReasoningTokens(reasoning + random.nextInt(2));
    }
    if (!rarely()) {
      trace.requestedOutputTokens(random.nextInt(60));
    }
    if (!rarely()) {
      trace
          .usagePromptTokens(input + random.nextInt(200))
          .usageCompletionTokens(output + reasoning)
          .usageTotalTokens(input + output + reasoning)
          .usageCachedTokens(random.nextInt(input));
    }
    return trace;
  }

  private static void setFacts(RequestRow.Builder row, RequestTrace trace) {
    long start = trace.startNanos();
    row.setOutcome(trace.outcome().name().toLowerCase(Locale.ROOT))
        .setReason(trace.outcome() == Outcome.OK ? null : "why")
        .setScheduledEpochNs(epoch(trace.scheduledAtNanos()))
        .setHandedEpochNs(epoch(trace.handedAtNanos()))
        .setConnectStartedEpochNs(epoch(trace.connectStartedAtNanos()))
        .setConnectedEpochNs(epoch(trace.connectedAtNanos()))
        .setSentEpochNs(epoch(trace.sentAtNanos()))
        .setWrittenEpochNs(epoch(trace.writtenAtNanos()))
        .setHeadersEpochNs(epoch(trace.firstByteAtNanos()))
        .setFirstByteEpochNs(epoch(trace.firstByteAtNanos()))
        .setEndedEpochNs(epoch(trace.endedAtNanos()))
        .setConnectionReused(trace.connectionReused())
        .setBytesSent(trace.bytesSent())
        .setBytesReceived(trace.bytesReceived())
        .setReads(trace.reads())
        .setChunkAfterStartNs(
            LongStream.of(trace.chunkAtNanos()).mapToObj(chunk -> chunk - start).toList())
        .setChunkTokens(List.of())
        .setChunkReads(Arrays.stream(trace.chunkReads()).boxed().toList())
        .setChunkKinds(
            IntStream.range(0, trace.chunkKinds().length)
                .mapToObj(i -> (int) trace.chunkKinds()[i])
                .toList())
        .setInputTokens(count(trace.inputTokens()))
        .setRequestedOutputTokens(count(trace.requestedOutputTokens()))
        .setOutputTokens(count(trace.outputTokens()))
        .setReasoningTokens(count(trace.reasoningTokens()))
        .setUsagePromptTokens(count(trace.usagePromptTokens()))
        .setUsageCompletionTokens(count(trace.usageCompletionTokens()))
        .setUsageReasoningTokens(count(trace.usageReasoningTokens()))
        .setUsageCachedTokens(count(trace.usageCachedTokens()))
        .setUsageTotalTokens(count(trace.usageTotalTokens()));
  }

  private static Long epoch(long nanos) {
    return nanos == RequestTrace.NONE ? null : (Long) (RUN_START_EPOCH_NS + nanos);
  }

  private static Integer count(int tokens) {
    return tokens == RequestTrace.NO_COUNT ? null : (Integer) tokens;
  }

  /** Sets the columns that contain figures. */
  private static void setFigures(RequestRow.Builder row, RequestMetrics metrics) {
    Long length = value(metrics, Metric.OUTPUT_SEQUENCE_LENGTH);
    row.setTimeToFirstTokenNs(value(metrics, Metric.TIME_TO_FIRST_TOKEN))
        .setTimeToFirstOutputTokenNs(value(metrics, Metric.TIME_TO_FIRST_OUTPUT_TOKEN))
        .setTimeToSecondTokenNs(value(metrics, Metric.TIME_TO_SECOND_TOKEN))
        .setInterTokenLatencyPs(value(metrics, Metric.INTER_TOKEN_LATENCY))
        .setRequestLatencyNs(value(metrics, Metric.REQUEST_LATENCY))
        .setTimeToFirstTokenFromScheduleNs(value(metrics, Metric.TIME_TO_FIRST_TOKEN_FROM_SCHEDULE))
        .setRequestLatencyFromScheduleNs(value(metrics, Metric.REQUEST_LATENCY_FROM_SCHEDULE))
        .setClientOverheadNs(value(metrics, Metric.CLIENT_OVERHEAD))
        .setSendLagNs(value(metrics, Metric.SEND_LAG))
        .setConnectTimeNs(value(metrics, Metric.CONNECT_TIME))
        .setOutputTokenThroughputPerUserMillionths(
            value(metrics, Metric.OUTPUT_TOKEN_THROUGHPUT_PER_USER))
        .setPrefillThroughputPerUserMillionths(value(metrics, Metric.PREFILL_THROUGHPUT_PER_USER))
        .setOutputSequenceLength(length == null ? null : Math.toIntExact(length));
  }

  private static Long value(RequestMetrics metrics, Metric metric) {
    return metrics.has(metric) ? metrics.value(metric) : null;
  }
}
