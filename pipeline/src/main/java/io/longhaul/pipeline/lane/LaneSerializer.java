package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.types.BinarySerializer;
import io.longhaul.pipeline.types.BinaryTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes lanes for Flink's state. */
public final class LaneSerializer extends BinarySerializer<Lane> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<Lane> TYPE = new BinaryTypeInfo<>(Lane.class, new LaneSerializer());

  @Override
  protected void write(Lane lane, DataOutput out) throws IOException {
    lane.writeTo(out);
  }

  @Override
  protected Lane read(DataInput in) throws IOException {
    return Lane.readFrom(in);
  }

  @Override
  public Lane copy(Lane from) {
    return from.copy();
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializerSnapshot<Lane> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Lane> {
    public Snapshot() {
      super(LaneSerializer::new);
    }
  }
}
