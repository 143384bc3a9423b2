package io.longhaul.pipeline.retention;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle.StateMetaInfo;
import org.apache.kafka.common.TopicPartition;

/** Reads the offsets at which a job continues that restores a checkpoint or savepoint. */
final class SourceOffsets {
  private static final String METADATA = "_metadata";

  /** Name of the state in which Flink's source operator stores the positions of its readers. */
  private static final String STATE = "SourceReaderState";

  private SourceOffsets() {}

  /**
   * Reads the offsets of all Kafka sources.
   *
   * @param state URI of the folder of a checkpoint or savepoint
   * @return offset of the first record that is read after a restore, by partition. A partition is
   *     missing if no position in it was stored
   * @throws IOException if the state cannot be read
   */
  static Map<TopicPartition, Long> read(String state) throws IOException {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (OperatorState operator : metadata(state).getOperatorStates()) {
      for (OperatorSubtaskState subtask : operator.getStates()) {
        for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
          StateMetaInfo positions = handle.getStateNameToPartitionOffsets().get(STATE);
          if (positions != null) {
            read(handle, positions, offsets);
          }
        }
      }
    }
    return offsets;
  }

  private static CheckpointMetadata metadata(String state) throws IOException {
    Path file = new Path(state, METADATA);
    try (DataInputStream in = new DataInputStream(file.getFileSystem().open(file))) {
      return Checkpoints.loadCheckpointMetadata(in, SourceOffsets.class.getClassLoader(), state);
    }
  }

  private static void read(
      OperatorStateHandle handle, StateMetaInfo positions, Map<TopicPartition, Long> offsets)
      throws IOException {
    KafkaPartitionSplitSerializer splits = new KafkaPartitionSplitSerializer();
    try (FSDataInputStream in = handle.openInputStream()) {
      for (long position : positions.getOffsets()) {
        in.seek(position);
        byte[] split =
            BytePrimitiveArraySerializer.INSTANCE.deserialize(new DataInputViewStreamWrapper(in));
        KafkaPartitionSplit read =
            SimpleVersionedSerialization.readVersionAndDeSerialize(splits, split);
        if (read.getStartingOffset() >= 0) { // negative values stand for an unknown position
          offsets.merge(read.getTopicPartition(), read.getStartingOffset(), Math::min);
        }
      }
    }
  }
}
