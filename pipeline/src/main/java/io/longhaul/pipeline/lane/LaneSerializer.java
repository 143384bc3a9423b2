package io.longhaul.pipeline.lane;

import io.longhaul.pipeline.state.LaneState;
import io.longhaul.pipeline.types.BinaryTypeInfo;
import io.longhaul.pipeline.types.StateSerializer;
import io.longhaul.pipeline.types.StateSnapshot;
import org.apache.avro.Schema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes lanes for Flink's state. Checkpoints contain the names of both classes. */
public final class LaneSerializer extends StateSerializer<Lane, LaneState> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<Lane> TYPE = new BinaryTypeInfo<>(Lane.class, new LaneSerializer());

  LaneSerializer() {
    this(LaneState.getClassSchema());
  }

  private LaneSerializer(Schema written) {
    super(LaneState.class, written);
  }

  @Override
  protected LaneState toRecord(Lane lane) {
    return lane.toState();
  }

  @Override
  protected Lane ofRecord(LaneState stored) {
    return Lane.ofState(stored);
  }

  @Override
  public Lane copy(Lane from) {
    return from.copy();
  }

  @Override
  public TypeSerializerSnapshot<Lane> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends StateSnapshot<Lane> {
    public Snapshot() {
      super("lane", LaneState.getClassSchema(), LaneSerializer::new);
    }
  }
}
