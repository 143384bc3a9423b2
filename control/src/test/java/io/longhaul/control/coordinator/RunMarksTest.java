package io.longhaul.control.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.schema.MarkRules;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class RunMarksTest {
  private static final long START = 1_000;

  private final List<Mark> log = new ArrayList<>();
  private long now = START;
  private final RunMarks marks = new RunMarks(() -> now, log::add);

  @Test
  void marksAreNumberedAndHaveTheTimeAtWhichTheyWereAdded() throws Exception {
    marks.open(START);
    marks.add("deployed 1.4.2 ", MarkSource.COMMAND);
    now += 500;
    Mark second = marks.add("cache cleared", MarkSource.LIVE_VIEW);

    assertThat(second).isEqualTo(new Mark(1, START + 500, "cache cleared", MarkSource.LIVE_VIEW));
    assertThat(log)
        .containsExactly(new Mark(0, START, "deployed 1.4.2", MarkSource.COMMAND), second);
  }

  @Test
  void marksAreRefusedBeforeTheStartOfTheLoadAndAfterItsEnd() throws Exception {
    String early = "Cannot add a mark: the load of the run has not started (wait for its start)";
    assertThatThrownBy(() -> marks.add("a", MarkSource.API)).hasMessage(early);
    marks.open(START);
    now = START - 1;
    assertThatThrownBy(() -> marks.add("a", MarkSource.API)).hasMessage(early);
    now = START;
    marks.add("a", MarkSource.API);

    marks.end();

    assertThatThrownBy(() -> marks.add("b", MarkSource.API))
        .isInstanceOf(MarkRefusedException.class)
        .hasMessage("Cannot add a mark: the load of the run has ended");
    assertThat(log).hasSize(1);
  }

  @Test
  void theLimitIncludesTheMarksOfEarlierCoordinators() throws Exception {
    marks.open(START);
    marks.countEarlier(MarkRules.MAX_PER_RUN - 1);
    marks.add("the last one", MarkSource.API);

    assertThatThrownBy(() -> marks.add("one more", MarkSource.API))
        .hasMessage("Cannot add a mark: the run has 1,000 marks already (at most 1,000)");
  }

  @Test
  void anInvalidTextIsRefused() {
    marks.open(START);

    assertThatThrownBy(() -> marks.add("a\nb", MarkSource.API))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(log).isEmpty();
  }

  @Test
  void aMarkThatKafkaDoesNotTakeHasNoNumber() throws Exception {
    List<Mark> taken = new ArrayList<>();
    boolean[] isFull = {true};
    RunMarks behindKafka =
        new RunMarks(
            () -> now,
            mark -> {
              if (isFull[0]) {
                throw new KafkaException("the buffer for Kafka is full");
              }
              taken.add(mark);
            });
    behindKafka.open(START);

    assertThatThrownBy(() -> behindKafka.add("a", MarkSource.API))
        .hasMessage("Cannot add a mark: Kafka does not take it: the buffer for Kafka is full");
    isFull[0] = false;
    assertThat(behindKafka.add("b", MarkSource.API).getNumber()).isZero();
    assertThat(taken).hasSize(1);
  }
}
