package io.longhaul.pipeline.source;

import io.longhaul.pipeline.types.BinarySerializer;
import io.longhaul.pipeline.types.LengthPrefixedBytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes records from the sources to the lane stage. */
public final class FlatRecordSerializer extends BinarySerializer<FlatRecord> {
  private static final long serialVersionUID = 1;

  @Override
  protected void write(FlatRecord record, DataOutput out) throws IOException {
    out.writeUTF(record.runId());
    out.writeUTF(record.laneId());
    out.writeUTF(record.kind());
    out.writeLong(record.seq());
    out.writeUTF(record.topic());
    out.writeInt(record.partition());
    out.writeLong(record.offset());
    out.writeLong(record.appendTimeMillis());
    LengthPrefixedBytes.write(record.key(), out);
    LengthPrefixedBytes.write(record.payload(), out);
  }

  @Override
  protected FlatRecord read(DataInput in) throws IOException {
    return new FlatRecord(
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readLong(),
        in.readUTF(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        LengthPrefixedBytes.read(in),
        LengthPrefixedBytes.read(in));
  }

  @Override
  public FlatRecord copy(FlatRecord from) {
    return from;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializerSnapshot<FlatRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<FlatRecord> {
    public Snapshot() {
      super(FlatRecordSerializer::new);
    }
  }
}
