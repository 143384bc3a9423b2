package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.Damage;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Streams that no server would send: they are decoded according to the rules, wherever they are
 * split.
 */
class SseDecoderFuzzTest {
  private static final List<byte[]> PIECES =
      List.of(
          bytes("data: "),
          bytes("data:"),
          bytes("data"),
          bytes("event: "),
          bytes("event:error"),
          bytes(": "),
          bytes(":"),
          bytes("id: 1"),
          bytes("retry: 7"),
          bytes("x"),
          bytes(" "),
          bytes("{\"a\":1}"),
          bytes("\n"),
          bytes("\n"),
          bytes("\n\n"),
          bytes("\r"),
          bytes("\r\n"),
          bytes("\r\n\r\n"),
          bytes("é"),
          bytes("漢"),
          bytes("𝄞"),
          bytes("\uFEFF"),
          bytes("\uFFFD"),
          bytes("\0"),
          new byte[] {(byte) 0xE2},
          new byte[] {(byte) 0x82},
          new byte[] {(byte) 0xFF},
          new byte[] {(byte) 0xF0, (byte) 0x9D});

  private static final byte[] RIGHT =
      bytes("\uFEFFevent: e\r\ndata: é漢𝄞\r\ndata:\n\n: alive\rdata: {\"a\":\"é\"}\r\rid: 1\n\n");

  private static final int SMALL_LINE = 20;
  private static final int SMALL_EVENT = 50;

  @Provide
  Arbitrary<byte[]> streamsOfPieces() {
    return Arbitraries.of(PIECES).list().ofMaxSize(30).map(SseDecoderFuzzTest::joined);
  }

  @Provide
  Arbitrary<byte[]> damagedStreams() {
    return Damage.with("\r", "\n", "\r\n", "data:", ":", "\u00E2\u0082", "\u00F0\u009D", "\u00EF")
        .map(damage -> damage.to(RIGHT));
  }

  @Property(tries = 3_000)
  void randomStreamsMatchTheReferenceWhereverTheyAreSplit(
      @ForAll("streamsOfPieces") byte[] stream,
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 40) Integer> cuts)
      throws Exception {
    assertThat(decoded(stream, cuts)).isEqualTo(ReferenceSse.read(stream));
  }

  @Property(tries = 2_000)
  void damagedStreamsMatchTheReferenceWhereverTheyAreSplit(
      @ForAll("damagedStreams") byte[] stream,
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 40) Integer> cuts)
      throws Exception {
    assertThat(decoded(stream, cuts)).isEqualTo(ReferenceSse.read(stream));
  }

  @Property(tries = 2_000)
  void anyBytesMatchTheReferenceWhereverTheyAreSplit(
      @ForAll @Size(max = 200) byte[] stream,
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 40) Integer> cuts)
      throws Exception {
    assertThat(decoded(stream, cuts)).isEqualTo(ReferenceSse.read(stream));
  }

  @Property(tries = 20)
  void longEventsAreCompleteWhereverTheyAreSplit(
      @ForAll @IntRange(min = 1, max = 10_000) int tens,
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 1, max = 70_000) Integer> cuts)
      throws Exception {
    String line = "0123456789".repeat(tens);
    byte[] stream = bytes(("data: " + line + "\ndata:" + line + "\n\n").repeat(3));

    assertThat(decoded(stream, cuts)).isEqualTo(ReferenceSse.read(stream));
  }

  /**
   * A limit is exceeded at the same byte wherever the stream is split, so the earlier events are
   * the same.
   */
  @Property(tries = 2_000)
  void limitsDoNotDependOnWhereTheStreamIsSplit(
      @ForAll("streamsOfPieces") byte[] stream,
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 40) Integer> cuts) {
    assertThat(eventsWithinLimits(stream, cuts)).isEqualTo(eventsWithinLimits(stream, List.of(1)));
  }

  private static List<String> decoded(byte[] stream, List<Integer> cuts) throws SseLimitException {
    RecordingSseListener listener = new RecordingSseListener();
    SseDecoder decoder = new SseDecoder(listener);
    feed(decoder, stream, cuts);
    return listener.received();
  }

  private static List<String> eventsWithinLimits(byte[] stream, List<Integer> cuts) {
    RecordingSseListener listener = new RecordingSseListener();
    try {
      feed(new SseDecoder(listener, SMALL_LINE, SMALL_EVENT), stream, cuts);
    } catch (SseLimitException e) {
      listener.received().add(e.getMessage());
    }
    return listener.received();
  }

  private static void feed(SseDecoder decoder, byte[] stream, List<Integer> cuts)
      throws SseLimitException {
    for (byte[] piece : Damage.cut(stream, cuts)) {
      decoder.feed(piece, 0, piece.length);
      Arrays.fill(piece, (byte) '#');
    }
    decoder.end(true);
  }

  private static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    pieces.forEach(stream::writeBytes);
    return stream.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
