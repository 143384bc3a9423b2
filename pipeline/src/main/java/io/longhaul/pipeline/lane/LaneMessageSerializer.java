package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.BinarySerializer;
import io.longhaul.pipeline.types.LengthPrefixedBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes messages from the lane stage to the run stage. */
public final class LaneMessageSerializer extends BinarySerializer<LaneMessage> {
  private static final long serialVersionUID = 1;
  private static final LaneMessage.Kind[] KINDS = LaneMessage.Kind.values();

  @Override
  @SuppressWarnings("EnumOrdinal") // the format contains the ordinal; constants are only appended
  protected void write(LaneMessage message, DataOutput out) throws IOException {
    out.writeUTF(message.runId());
    out.writeUTF(message.laneId());
    out.writeByte(message.kind().ordinal());
    out.writeLong(message.partSeq());
    out.writeLong(message.sliceIndex());
    out.writeLong(message.epochNanos());
    LengthPrefixedBytes.write(message.body(), out);
  }

  @Override
  protected LaneMessage read(DataInput in) throws IOException {
    String runId = in.readUTF();
    String laneId = in.readUTF();
    LaneMessage.Kind kind = KINDS[in.readByte()];
    long partSeq = in.readLong();
    long sliceIndex = in.readLong();
    long epochNanos = in.readLong();
    byte[] body = LengthPrefixedBytes.read(in);
    return new LaneMessage(runId, laneId, kind, partSeq, sliceIndex, epochNanos, body);
  }

  @Override
  public LaneMessage copy(LaneMessage from) {
    return from;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializerSnapshot<LaneMessage> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<LaneMessage> {
    public Snapshot() {
      super(LaneMessageSerializer::new);
    }
  }
}
