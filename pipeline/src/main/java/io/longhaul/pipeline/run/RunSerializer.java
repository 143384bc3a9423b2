package io.longhaul.pipeline.run;

import io.longhaul.pipeline.state.RunState;
import io.longhaul.pipeline.types.BinaryTypeInfo;
import io.longhaul.pipeline.types.StateSerializer;
import io.longhaul.pipeline.types.StateSnapshot;
import org.apache.avro.Schema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes runs for Flink's state. Checkpoints contain the names of both classes. */
public final class RunSerializer extends StateSerializer<Run, RunState> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<Run> TYPE = new BinaryTypeInfo<>(Run.class, new RunSerializer());

  RunSerializer() {
    this(RunState.getClassSchema());
  }

  private RunSerializer(Schema written) {
    super(RunState.class, written);
  }

  @Override
  protected RunState toRecord(Run run) {
    return run.toState();
  }

  @Override
  protected Run ofRecord(RunState stored) {
    return Run.ofState(stored);
  }

  @Override
  public Run copy(Run from) {
    return from.copy();
  }

  @Override
  public TypeSerializerSnapshot<Run> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends StateSnapshot<Run> {
    public Snapshot() {
      super("run", RunState.getClassSchema(), RunSerializer::new);
    }
  }
}
