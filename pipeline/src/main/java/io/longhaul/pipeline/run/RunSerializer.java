package io.longhaul.pipeline.run;

import io.longhaul.pipeline.types.BinarySerializer;
import io.longhaul.pipeline.types.BinaryTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Serializes runs for Flink's state. */
public final class RunSerializer extends BinarySerializer<Run> {
  private static final long serialVersionUID = 1;

  static final TypeInformation<Run> TYPE = new BinaryTypeInfo<>(Run.class, new RunSerializer());

  @Override
  protected void write(Run run, DataOutput out) throws IOException {
    run.writeTo(out);
  }

  @Override
  protected Run read(DataInput in) throws IOException {
    return Run.readFrom(in);
  }

  @Override
  public Run copy(Run from) {
    return from.copy();
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializerSnapshot<Run> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Identifies the serializer in snapshots. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<Run> {
    public Snapshot() {
      super(RunSerializer::new);
    }
  }
}
