package io.longhaul.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordKeyTest {

  @Test
  void aKeyIsReadableText() {
    RecordKey key = RecordKey.event("run-1", "g0.x.0.p", EventKind.REQUEST_FRAGMENT, 42);

    assertThat(new String(key.toBytes(), UTF_8)).isEqualTo("run-1/g0.x.0.p/fragment/42");
  }

  @Test
  void everyKindIsReadBack() {
    for (EventKind kind : EventKind.values()) {
      RecordKey key =
          kind.hasSeq()
              ? RecordKey.event("run", "lane", kind, 7)
              : new RecordKey("run", "lane", kind, RecordKey.NO_SEQ);

      assertThat(RecordKey.parse(key.toBytes())).contains(key);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "run/lane/fragment",
        "run/lane/fragment/",
        "run/lane/fragment/x",
        "run/lane/fragment/-1",
        "run/lane/lane-lost/3",
        "run/lane/mark/3",
        "run/lane/nonsense/1",
        "../lane/fragment/1",
        "run//fragment/1",
        "run/lane/fragment/1/2"
      })
  void whatIsNoKeyIsNone(String text) {
    assertThat(RecordKey.parse(text.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void aMissingOrTooLongKeyIsInvalid() {
    assertThat(RecordKey.parse(null)).isEmpty();
    assertThat(RecordKey.parse(new byte[100_000])).isEmpty();
  }

  @Test
  void verdictsAndMarksHaveNoSeqAndEverythingElseHasOne() {
    assertThatThrownBy(() -> new RecordKey("run", "lane", EventKind.LANE_LOST, 1))
        .hasMessageStartingWith("Invalid seq: 1");
    assertThatThrownBy(() -> new RecordKey("run", "lane", EventKind.MARK, 1))
        .hasMessageStartingWith("Invalid seq: 1");
    assertThatThrownBy(() -> new RecordKey("run", "lane", EventKind.HEARTBEAT, RecordKey.NO_SEQ))
        .hasMessageStartingWith("Invalid seq: -1");
  }

  @Test
  void namesThatCouldLeaveTheirFolderAreRejected() {
    assertThatThrownBy(() -> RecordKey.event("a/b", "lane", EventKind.HEARTBEAT, 0))
        .hasMessageStartingWith("Invalid run id: a/b");
    assertThatThrownBy(() -> RecordKey.event("run", "..", EventKind.HEARTBEAT, 0))
        .hasMessageStartingWith("Invalid lane id: ..");
  }
}
