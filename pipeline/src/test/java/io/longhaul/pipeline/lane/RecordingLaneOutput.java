package io.longhaul.pipeline.lane;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LateRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.export.RejectedRow;
import io.longhaul.export.RequestRow;
import io.longhaul.export.ServerSampleRow;
import io.longhaul.pipeline.slice.GpuParts;
import io.longhaul.pipeline.slice.GpuSlices;
import io.longhaul.pipeline.slice.SlicePart;
import io.longhaul.pipeline.slice.SliceParts;
import io.longhaul.sinks.Dataset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;

/** Records the output of lanes. */
public final class RecordingLaneOutput implements LaneOutput {
  private final Map<Dataset<?>, List<SpecificRecordBase>> rows = new HashMap<>();

  public final List<RequestRow> requests = rowsOf(Dataset.REQUESTS);
  public final List<GpuSampleRow> gpuSamples = rowsOf(Dataset.GPU_SAMPLES);
  public final List<ServerSampleRow> serverSamples = rowsOf(Dataset.SERVER_SAMPLES);
  public final List<HandshakeRow> handshakes = rowsOf(Dataset.HANDSHAKES);
  public final List<LedgerRow> ledger = rowsOf(Dataset.LEDGER);
  public final List<LateRow> late = rowsOf(Dataset.LATE);
  public final List<RejectedRow> rejected = rowsOf(Dataset.REJECTED);
  public final List<LaneMessage> toRun = new ArrayList<>();

  /** Returns the rows of a dataset. */
  @SuppressWarnings("unchecked") // row() adds only rows of the dataset
  public <T extends SpecificRecordBase> List<T> rowsOf(Dataset<T> dataset) {
    return (List<T>) rows.computeIfAbsent(dataset, unknown -> new ArrayList<>());
  }

  @Override
  public <T extends SpecificRecordBase> void row(Dataset<T> dataset, T row) {
    rowsOf(dataset).add(row);
  }

  @Override
  public void toRun(LaneMessage message) {
    toRun.add(message);
  }

  /** Returns all output as text, in order, for comparison. */
  Map<String, List<String>> rows() {
    return Map.of(
        "requests", texts(requests),
        "gpu samples", texts(gpuSamples),
        "server samples", texts(serverSamples),
        "handshakes", texts(handshakes),
        "ledger", texts(ledger),
        "late", texts(late),
        "rejected", texts(rejected),
        "to the run", toRun.stream().map(RecordingLaneOutput::text).toList());
  }

  private static List<String> texts(List<?> rows) {
    return rows.stream().map(Object::toString).toList();
  }

  private static String text(LaneMessage message) {
    return String.join(
        " ",
        message.laneId(),
        message.kind().toString(),
        Long.toString(message.partSeq()),
        Long.toString(message.sliceIndex()),
        Long.toString(message.epochNanos()),
        HexFormat.of().formatHex(message.body()));
  }

  List<LaneMessage> messages(LaneMessage.Kind kind) {
    return toRun.stream().filter(message -> message.kind() == kind).toList();
  }

  /** Returns the parts of all requests that were sent, by slice. */
  NavigableMap<Long, SlicePart> parts() {
    TreeMap<Long, SlicePart> parts = new TreeMap<>();
    allParts().forEach((slice, all) -> parts.put(slice, all.everything()));
    return parts;
  }

  /** Returns the parts of a label set that were sent, by slice. */
  NavigableMap<Long, SlicePart> partsOf(String labelSet) {
    TreeMap<Long, SlicePart> parts = new TreeMap<>();
    allParts()
        .forEach(
            (slice, all) -> {
              if (all.byLabelSet().containsKey(labelSet)) {
                parts.put(slice, all.byLabelSet().get(labelSet));
              }
            });
    return parts;
  }

  private NavigableMap<Long, SliceParts> allParts() {
    TreeMap<Long, SliceParts> parts = new TreeMap<>();
    messages(LaneMessage.Kind.PART)
        .forEach(message -> parts.put(message.sliceIndex(), SliceParts.ofBytes(message.body())));
    return parts;
  }

  /** Returns the GPU parts that were sent, by slice, in a run without an end. */
  NavigableMap<Long, GpuSlices> gpuParts() {
    return gpuPartsUntil(Long.MAX_VALUE);
  }

  /** Returns the GPU parts that were sent, by slice, cut at this time. */
  NavigableMap<Long, GpuSlices> gpuPartsUntil(long endEpochNanos) {
    TreeMap<Long, GpuSlices> parts = new TreeMap<>();
    for (LaneMessage message : messages(LaneMessage.Kind.GPU_PART)) {
      parts.put(message.sliceIndex(), GpuParts.ofBytes(message.body()).until(endEpochNanos));
    }
    return parts;
  }

  /** Returns how the only lane ended. */
  LaneEnding ending() {
    List<LaneMessage> endings = messages(LaneMessage.Kind.LANE_ENDED);
    return LaneEnding.ofBytes(endings.get(endings.size() - 1).body());
  }
}
