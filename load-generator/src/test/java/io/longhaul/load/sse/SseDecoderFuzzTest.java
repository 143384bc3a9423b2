package io.longhaul.load.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Streams that no server would send, from fixed seeds: they are read as the rules say. */
class SseDecoderFuzzTest {

  private static final byte[][] PIECES = {
    bytes("data: "),
    bytes("data:"),
    bytes("data"),
    bytes("event: "),
    bytes("event:error"),
    bytes(": "),
    bytes(":"),
    bytes("id: 1"),
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
    {(byte) 0xE2},
    {(byte) 0x82},
    {(byte) 0xFF},
    {(byte) 0xF0, (byte) 0x9D}
  };

  @Test
  void streamsOfAnyPiecesInAnyCutsSayWhatTheRulesSay() throws Exception {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      byte[] stream = streamOfPieces(random);

      assertThat(heard(stream, random)).isEqualTo(ReferenceSse.read(stream));
    }
  }

  @Test
  void randomBytesAreBorne() throws Exception {
    Random random = new Random(43);
    for (int i = 0; i < 20_000; i++) {
      byte[] stream = new byte[random.nextInt(200)];
      random.nextBytes(stream);

      assertThat(heard(stream, random)).isEqualTo(ReferenceSse.read(stream));
    }
  }

  @Test
  void longEventsInAnyCutsAreWhole() throws Exception {
    Random random = new Random(44);
    for (int i = 0; i < 20; i++) {
      String line = "0123456789".repeat(1 + random.nextInt(10_000));
      byte[] stream = bytes(("data: " + line + "\ndata:" + line + "\n\n").repeat(3));

      assertThat(heard(stream, random)).isEqualTo(ReferenceSse.read(stream));
    }
  }

  private static byte[] streamOfPieces(Random random) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (int i = random.nextInt(30); i > 0; i--) {
      stream.writeBytes(PIECES[random.nextInt(PIECES.length)]);
    }
    return stream.toByteArray();
  }

  private static List<String> heard(byte[] stream, Random random) throws SseLimitException {
    RecordingSseListener listener = new RecordingSseListener();
    SseDecoder decoder = new SseDecoder(listener);
    int longest = 1 + random.nextInt(Math.max(stream.length, 1));
    for (int from = 0; from < stream.length; ) {
      int to = Math.min(stream.length, from + 1 + random.nextInt(longest));
      byte[] piece = Arrays.copyOfRange(stream, from, to);
      decoder.feed(piece, 0, piece.length);
      Arrays.fill(piece, (byte) '#');
      from = to;
    }
    decoder.end(true);
    return listener.heard();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
