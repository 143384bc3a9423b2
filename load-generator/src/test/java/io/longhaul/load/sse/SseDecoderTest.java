package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Decodes every stream in one piece, byte by byte and in many splits; the results must be equal.
 */
class SseDecoderTest {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Events that the test has not asserted yet. */
  private final List<String> unexplained = new ArrayList<>();

  private long utf8Replaced;

  @AfterEach
  void allEventsWereAsserted() {
    assertThat(unexplained).isEmpty();
  }

  @Test
  void blankLineEndsAnEvent() throws Exception {
    read("data: {\"a\":1}\n\ndata: [DONE]\n\n");

    assertEvents("-|{\"a\":1}|-", "-|[DONE]|-");
  }

  @Test
  void linesMayEndWithCarriageReturnAndLineFeed() throws Exception {
    read("data: {\"a\":1}\r\n\r\ndata: {\"a\":2}\r\n\r\n");

    assertEvents("-|{\"a\":1}|-", "-|{\"a\":2}|-");
  }

  @Test
  void linesMayEndWithCarriageReturn() throws Exception {
    read("data: a\rdata: b\r\rdata: c\r\r");

    assertEvents("-|a\nb|-", "-|c|-");
  }

  @Test
  void lineEndsMayBeMixed() throws Exception {
    read("data: a\r\ndata: b\ndata: c\r\n\ndata: d\n\r\n");

    assertEvents("-|a\nb\nc|-", "-|d|-");
  }

  @Test
  void lineFeedAndThenCarriageReturnAreTwoLineEnds() throws Exception {
    read("data: a\n\rdata: b\n\r");

    assertEvents("-|a|-", "-|b|-");
  }

  @Test
  void eventEndsAtTheCarriageReturnWithoutWaitingForTheLineFeed() throws Exception {
    RecordingSseListener listener = new RecordingSseListener();
    SseDecoder decoder = new SseDecoder(listener);

    feed(decoder, "data: a\r\n\r");

    assertThat(listener.received()).containsExactly("-|a|-");
    feed(decoder, "\n");
    assertThat(listener.received()).hasSize(1);
    decoder.end(true);
    assertThat(listener.received()).hasSize(1);
  }

  @Test
  void dataLinesAreJoined() throws Exception {
    read("id: 5\ndata: a\ndata: b\n\n");

    assertEvents("-|a\nb|-");
  }

  @Test
  void emptyDataLinesAreKept() throws Exception {
    read("data:\ndata:\n\ndata: a\ndata\ndata:b\n\n");

    assertEvents("-|\n|-", "-|a\n\nb|-");
  }

  @Test
  void fieldWithoutAColonIsEmpty() throws Exception {
    read("data\n\n");

    assertEvents("-||-");
  }

  @Test
  void onlyOneSpaceAfterTheColonIsRemoved() throws Exception {
    read("data:a\n\ndata: b\n\ndata:  c\n\ndata:\td\n\n");

    assertEvents("-|a|-", "-|b|-", "-| c|-", "-|\td|-");
  }

  @Test
  void valueMayContainColons() throws Exception {
    read("data:a:b: c\n\n");

    assertEvents("-|a:b: c|-");
  }

  @Test
  void lastNameOfABlockCounts() throws Exception {
    read("event: one\ndata: x\nevent: two\n\ndata: y\n\n");

    assertEvents("two|x|-", "-|y|-");
  }

  @Test
  void errorIsEmitted() throws Exception {
    read("event: error\ndata: boom\n\n");

    assertEvents("error|boom|-");
  }

  @Test
  void errorWithoutDataIsEmitted() throws Exception {
    read(": out of memory\nevent: error\n\n");

    assertEvents("error|-|out of memory");
  }

  @Test
  void commentShowsThatTheServerIsAlive() throws Exception {
    read(": ping\n\ndata:x\n\n");

    assertEvents("-|-|ping", "-|x|-");
  }

  @Test
  void firstCommentOfABlockIsPartOfItsEvent() throws Exception {
    read(": one\n: two\ndata: x\n\n");

    assertEvents("-|x|one");
  }

  @Test
  void emptyCommentsAndBlankLinesEmitNothing() throws Exception {
    read(":\n\n\n\n:\n:\n\n");

    assertEvents();
  }

  @Test
  void idRetryAndUnknownFieldsAreIgnored() throws Exception {
    read("id: 7\nretry: 100\nDATA: no\n data: no\ndatax: no\nx\n\n");

    assertEvents();
  }

  @Test
  void initialByteOrderMarkIsIgnored() throws Exception {
    readBytes(true, joined(BYTE_ORDER_MARK, "data: x\n\n".getBytes(UTF_8)));

    assertEvents("-|x|-");
  }

  @Test
  void byteOrderMarkElsewhereIsContent() throws Exception {
    readBytes(true, joined("data: ".getBytes(UTF_8), BYTE_ORDER_MARK, "x\n\n".getBytes(UTF_8)));

    assertEvents("-|\uFEFFx|-");
  }

  @Test
  void byteOrderMarkAloneIsAnEmptyStream() throws Exception {
    readBytes(true, BYTE_ORDER_MARK);

    assertEvents();
  }

  @Test
  void multibyteCharactersMayBeSplitAnywhere() throws Exception {
    read("data: é€𝄞 漢字\n\n");

    assertEvents("-|é€𝄞 漢字|-");
    assertThat(utf8Replaced).isZero();
  }

  @Test
  void malformedUtf8IsReplacedAndCounted() throws Exception {
    byte[] halfACharacter = {(byte) 0xE2, (byte) 0x82};
    byte[] noCharacter = {(byte) 0xFF, 'y', (byte) 0xC0, (byte) 0x80};
    readBytes(
        true,
        joined("data: a".getBytes(UTF_8), halfACharacter, noCharacter, "\n\n".getBytes(UTF_8)));

    assertEvents("-|a\uFFFD\uFFFDy\uFFFD\uFFFD|-");
    assertThat(utf8Replaced).isEqualTo(4);
  }

  @Test
  void malformedNamesAndCommentsAreReplaced() throws Exception {
    byte[] noCharacter = {(byte) 0xFE};
    readBytes(
        true,
        joined(
            ":c".getBytes(UTF_8),
            noCharacter,
            "\nevent:n".getBytes(UTF_8),
            noCharacter,
            "\n\n".getBytes(UTF_8)));

    assertEvents("n\uFFFD|-|c\uFFFD");
    assertThat(utf8Replaced).isEqualTo(2);
  }

  @Test
  void nullIsAnOrdinaryCharacter() throws Exception {
    read("data: a\0b\n\n");

    assertEvents("-|a\0b|-");
  }

  @Test
  void lastEventWithoutABlankLineIsEmittedIfTheBodyEndedProperly() throws Exception {
    read("data: x");
    assertEvents("-|x|-|unterminated");

    read("data: x\n");
    assertEvents("-|x|-|unterminated");

    read("data: x\n\ndata: y\ndata: z");
    assertEvents("-|x|-", "-|y\nz|-|unterminated");
  }

  @Test
  void lastEventWithoutABlankLineIsDiscardedIfTheBodyWasTruncated() throws Exception {
    readBytes(false, "data: x\n\ndata: {\"half".getBytes(UTF_8));

    assertEvents("-|x|-");
  }

  @Test
  void leftoverWithoutContentIsDiscarded() throws Exception {
    read("data: x\n\nid: 5");

    assertEvents("-|x|-");
  }

  @Test
  void emptyStreamEndsCleanly() throws Exception {
    read("");

    assertEvents();
  }

  @Test
  void tooLongLineIsRejected() throws Exception {
    assertRejected("data: 89\n\n", null);
    assertRejected("data: 890\n\n", SseLimitException.Limit.LINE_TOO_LONG);
    assertRejected("data: x\n\n:1234567890123456", SseLimitException.Limit.LINE_TOO_LONG);
  }

  @Test
  void tooLongEventIsRejected() throws Exception {
    assertRejected("data:12\ndata:456\ndata:890\ndata:2\n\n", null);
    assertRejected(
        "data:12\ndata:456\ndata:890\ndata:23\n\n", SseLimitException.Limit.EVENT_TOO_LONG);
    assertRejected("data\n".repeat(20), SseLimitException.Limit.EVENT_TOO_LONG);
  }

  @Test
  void eachLimitHasAReason() {
    assertThat(SseLimitException.Limit.LINE_TOO_LONG.reason()).isEqualTo("line_too_long");
    assertThat(SseLimitException.Limit.EVENT_TOO_LONG.reason()).isEqualTo("event_too_long");
  }

  @Test
  void manyShortEventsAreNotOneLongEvent() throws Exception {
    assertRejected("data:123\n\n".repeat(100), null);
  }

  @Test
  void limitsAreOneMebibytePerLineAndFourPerEvent() {
    assertThat(SseDecoder.MAX_LINE_BYTES).isEqualTo(1024 * 1024);
    assertThat(SseDecoder.MAX_EVENT_BYTES).isEqualTo(4 * 1024 * 1024);
  }

  @Test
  void endedOrFailedDecoderCannotBeUsed() throws Exception {
    SseDecoder ended = new SseDecoder(event -> {});
    ended.end(true);
    assertThatThrownBy(() -> feed(ended, "data: x\n\n"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot feed: the stream has ended (a decoder reads one stream)");

    SseDecoder failed = new SseDecoder(event -> {}, 4, 4);
    assertThatThrownBy(() -> feed(failed, "data: x\n\n"))
        .isInstanceOf(SseLimitException.class)
        .hasMessage(
            "Invalid event stream: a line of more than 4 bytes (an event stream has short lines)");
    assertThatThrownBy(() -> failed.end(true)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void onlyTheGivenRangeOfAnArrayIsRead() throws Exception {
    RecordingSseListener listener = new RecordingSseListener();
    SseDecoder decoder = new SseDecoder(listener);

    decoder.feed("??data: a\n\n??".getBytes(UTF_8), 2, 9);
    decoder.feed("data: b\n\ndata: c\n\n".getBytes(UTF_8), 0, 9);

    assertThat(listener.received()).containsExactly("-|a|-", "-|b|-");
  }

  @Test
  void bytesMayBeReusedAfterTheCall() throws Exception {
    RecordingSseListener listener = new RecordingSseListener();
    SseDecoder decoder = new SseDecoder(listener);
    byte[] buffer = "data: abc\nda".getBytes(UTF_8);

    decoder.feed(buffer, 0, buffer.length);
    Arrays.fill(buffer, (byte) '!');
    feed(decoder, "ta: d\n\n");

    assertThat(listener.received()).containsExactly("-|abc\nd|-");
  }

  private void read(String text) throws SseLimitException {
    readBytes(true, text.getBytes(UTF_8));
  }

  private void readBytes(boolean endedProperly, byte[] bytes) throws SseLimitException {
    List<String> inOnePiece = null;
    for (List<byte[]> pieces : Cuts.of(bytes)) {
      RecordingSseListener listener = new RecordingSseListener();
      SseDecoder decoder = new SseDecoder(listener);
      for (byte[] piece : pieces) {
        decoder.feed(piece, 0, piece.length);
        Arrays.fill(piece, (byte) '#');
      }
      decoder.end(endedProperly);
      utf8Replaced = decoder.utf8Replaced();
      if (inOnePiece == null) {
        inOnePiece = listener.received();
      }
      assertThat(listener.received()).isEqualTo(inOnePiece);
    }
    unexplained.addAll(inOnePiece);
  }

  private void assertEvents(String... expected) {
    assertThat(unexplained).containsExactly(expected);
    unexplained.clear();
  }

  /** Decodes with limits of 8 bytes per line and 12 per event, in every split. */
  private static void assertRejected(String text, SseLimitException.Limit expected) {
    for (List<byte[]> pieces : Cuts.of(text.getBytes(UTF_8))) {
      SseDecoder decoder = new SseDecoder(event -> {}, 8, 12);
      SseLimitException.Limit refused = null;
      try {
        for (byte[] piece : pieces) {
          decoder.feed(piece, 0, piece.length);
        }
        decoder.end(true);
      } catch (SseLimitException e) {
        refused = e.limit();
      }
      assertThat(refused).isEqualTo(expected);
    }
  }

  private static void feed(SseDecoder decoder, String text) throws SseLimitException {
    byte[] bytes = text.getBytes(UTF_8);
    decoder.feed(bytes, 0, bytes.length);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
