package io.longhaul.load.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AcknowledgementsTest {
  private final Acknowledgements acknowledgements = new Acknowledgements();

  @Test
  void markStopsAtTheFirstUnsettledRecord() {
    acknowledgements.acknowledged(1);
    acknowledgements.acknowledged(2);
    assertThat(acknowledgements.settledBelow()).isZero();

    acknowledgements.acknowledged(0);
    assertThat(acknowledgements.settledBelow()).isEqualTo(3);
  }

  @Test
  void rejectedAndLostRecordsDoNotStopTheMark() {
    acknowledgements.refused(0);
    acknowledgements.lost(1);
    acknowledgements.acknowledged(2);

    assertThat(acknowledgements.settledBelow()).isEqualTo(3);
    assertThat(acknowledgements.takeLost()).containsExactly(1L);
  }

  @Test
  void markPassesAThousandRecordsThatSettleInAnyOrder() {
    List<Integer> seqs = new ArrayList<>();
    for (int seq = 0; seq < 1_000; seq++) {
      acknowledgements.offered();
      seqs.add(seq);
    }
    Collections.shuffle(seqs, new Random(7));

    for (int seq : seqs) {
      assertThat(acknowledgements.settledBelow()).isLessThanOrEqualTo(seq);
      acknowledgements.acknowledged(seq);
    }

    assertThat(acknowledgements.settledBelow()).isEqualTo(1_000);
    assertThat(acknowledgements.unsettled()).isZero();
  }
}
