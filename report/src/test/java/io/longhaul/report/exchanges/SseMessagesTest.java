package io.longhaul.report.exchanges;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.report.exchanges.SseMessages.Field;
import io.longhaul.report.exchanges.SseMessages.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Part n of a body was read at time n. */
class SseMessagesTest {
  @Test
  void aMessageIsCompleteAtItsBlankLine() {
    assertThat(messages("data: a\n", "\ndata: b\n\nda", "ta: c\n\n"))
        .containsExactly(message(1, data("a")), message(1, data("b")), message(2, data("c")));
  }

  @Test
  void messagesOfOneReadHaveTheSameTime() {
    assertThat(messages("data: a\n\ndata: [DONE]\n\n"))
        .containsExactly(message(0, data("a")), message(0, data("[DONE]")));
  }

  @Test
  void allFieldsOfAMessageAreReportedInOrder() {
    assertThat(messages("id: 7\r\nevent: error\r\n: alive\r\nretry\r\ndata:x\r\ndata: y\r\n\r\n"))
        .containsExactly(
            message(
                0,
                new Field("id", "7"),
                new Field("event", "error"),
                new Field("comment", "alive"),
                new Field("retry", null),
                data("x"),
                data("y")));
  }

  @Test
  void allLineEndsAreAcceptedAndConsecutiveBlankLinesAreOne() {
    assertThat(messages("data: a\r\r\n\n\r", "\ndata: b\r\n", "\r\n"))
        .containsExactly(message(0, data("a")), message(2, data("b")));
  }

  @Test
  void aTruncatedMessageIsTheLastOne() {
    assertThat(messages("data: a\n\n", "data: {\"cho", "ice"))
        .containsExactly(message(0, data("a")), message(2, data("{\"choice")));
  }

  @Test
  void aByteOrderMarkIsNotContentAndAnEmptyBodyHasNoMessages() {
    assertThat(messages("\uFEFFdata: a\n\n")).containsExactly(message(0, data("a")));
    assertThat(messages()).isEmpty();
    assertThat(messages("\n\n", "\n")).isEmpty();
  }

  private static Field data(String value) {
    return new Field("data", value);
  }

  private static Message message(long time, Field... fields) {
    return new Message(time, List.of(fields));
  }

  private static List<Message> messages(String... parts) {
    List<Integer> ends = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    int end = 0;
    for (String part : parts) {
      end += part.getBytes(UTF_8).length;
      ends.add(end);
      times.add((long) times.size());
    }
    return SseMessages.of(String.join("", parts).getBytes(UTF_8), ends, times);
  }
}
