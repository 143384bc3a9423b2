package io.longhaul.pipeline.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.longhaul.pipeline.types.UnreadableStateException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.junit.jupiter.api.Test;

class LaneSerializerTest {

  @Test
  void aLaneInAnotherFormatIsRejectedWithTheRemedyAndWithoutRestart() {
    byte[] ofAnEarlierVersion = {3, 0, 1, 't'};

    Throwable refusal =
        catchThrowable(
            () -> new LaneSerializer().deserialize(new DataInputDeserializer(ofAnEarlierVersion)));

    assertThat(refusal)
        .isInstanceOf(UnreadableStateException.class)
        .hasMessage(
            "Cannot restore this checkpoint: it contains a lane in format 3, and this version of"
                + " Longhaul supports only format 4 (submit the job of the version that wrote it,"
                + " let its runs end, stop it with a savepoint, and submit this one; or give a new"
                + " --lake and new --checkpoints: the job then reads the whole log again)");
    assertThat(
            ThrowableClassifier.findThrowableOfThrowableType(
                new IllegalStateException("Cannot restore", refusal),
                ThrowableType.NonRecoverableError))
        .isPresent();
  }
}
