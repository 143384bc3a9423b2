package io.longhaul.pipeline.types;

import static java.util.Objects.requireNonNull;

import io.longhaul.sinks.Dataset;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.util.OutputTag;

/** The side outputs of the stages, one for each dataset of the lake. */
public final class RowTags {
  private static final Map<Dataset<?>, OutputTag<?>> TAGS =
      Dataset.ALL.stream().collect(Collectors.toMap(Function.identity(), RowTags::newTag));

  private RowTags() {}

  private static <T extends SpecificRecordBase> OutputTag<T> newTag(Dataset<T> dataset) {
    return new OutputTag<>(dataset.name(), new AvroRowTypeInfo<>(dataset.rowClass()));
  }

  /** Returns the side output for the rows of a dataset. */
  @SuppressWarnings("unchecked") // newTag() creates a tag of the dataset's rows
  public static <T extends SpecificRecordBase> OutputTag<T> of(Dataset<T> dataset) {
    return (OutputTag<T>) requireNonNull(TAGS.get(dataset));
  }
}
