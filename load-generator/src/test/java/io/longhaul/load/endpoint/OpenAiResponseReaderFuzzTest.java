package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.Verdict.Kind;
import io.longhaul.load.sse.SseDecoder;
import io.longhaul.load.sse.SseLimitException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Answers that were damaged on their way, from fixed seeds: whatever comes, a verdict is found. */
class OpenAiResponseReaderFuzzTest {

  private static final String STREAM =
      """
      data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

      data: {"choices":[{"index":0,"delta":{"reasoning_content":"hm","content":null}}],"error":null}

      data: {"choices":[{"index":0,"delta":{"content":"é\\n漢","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

      data: [DONE]

      """;

  private static final String BODY =
      """
      {"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"ab"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}""";

  @Test
  void aStreamThatIsCutAnywhereIsNeverWhole() throws Exception {
    byte[] bytes = STREAM.getBytes(UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      assertThat(verdict(bytes, length, false).kind()).isEqualTo(Kind.TRUNCATED);
    }
  }

  @Test
  void aStreamThatEndsEarlyIsWholeOnlyAfterItsFinish() throws Exception {
    byte[] bytes = STREAM.getBytes(UTF_8);
    int finished = STREAM.substring(0, STREAM.indexOf("\"stop\"}]}") + 9).getBytes(UTF_8).length;
    for (int length = 0; length <= bytes.length; length++) {
      Kind kind = verdict(bytes, length, true).kind();
      assertThat(kind).isIn(Kind.TRUNCATED, Kind.WHOLE);
      assertThat(kind == Kind.WHOLE && length < finished).isFalse();
    }
    assertThat(verdict(bytes, bytes.length, true).kind()).isEqualTo(Kind.WHOLE);
  }

  @Test
  void damagedStreamsGetAVerdict() throws Exception {
    Map<Kind, Integer> verdicts = new EnumMap<>(Kind.class);
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = damaged(STREAM.getBytes(UTF_8), random);
      Verdict verdict = verdict(bytes, bytes.length, random.nextInt(10) > 0);

      verdicts.merge(verdict.kind(), 1, Integer::sum);
      assertThat(verdict.message().getBytes(UTF_8).length).isLessThanOrEqualTo(2048);
    }
    assertThat(verdicts)
        .containsKeys(Kind.WHOLE, Kind.TRUNCATED, Kind.STREAM_ERROR, Kind.PROTOCOL_ERROR);
  }

  @Test
  void damagedBodiesGetAVerdict() {
    Map<Kind, Integer> verdicts = new EnumMap<>(Kind.class);
    Random random = new Random(8);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = damaged(BODY.getBytes(UTF_8), random);
      ResponseReader reader = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS).newReader(false);
      reader.body(bytes, 0, bytes.length);
      reader.usage();

      verdicts.merge(reader.verdict(true).kind(), 1, Integer::sum);
    }
    assertThat(verdicts).containsKeys(Kind.WHOLE, Kind.EMPTY, Kind.PROTOCOL_ERROR);
  }

  @Test
  void jsonThatExhaustsAReaderIsRefused() throws Exception {
    for (String bomb :
        new String[] {
          "[".repeat(100_000),
          "{\"choices\":" + "[".repeat(100_000),
          "{\"usage\":" + "{\"a\":".repeat(100_000),
          "{\"created\":" + "9".repeat(100_000) + "}",
          "{\"error\":" + "[".repeat(1000) + "]".repeat(1000) + "}",
          "{\"" + "k".repeat(100_000) + "\":1}"
        }) {
      byte[] bytes = ("data: " + bomb + "\n\n").getBytes(UTF_8);
      assertThat(verdict(bytes, bytes.length, true).kind()).isEqualTo(Kind.PROTOCOL_ERROR);
    }
  }

  private static Verdict verdict(byte[] bytes, int length, boolean endedProperly)
      throws SseLimitException {
    ResponseReader reader = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS).newReader(true);
    SseDecoder decoder = new SseDecoder(reader::event);
    decoder.feed(bytes, 0, length);
    decoder.end(endedProperly);
    reader.usage();
    return reader.verdict(endedProperly);
  }

  /** Bytes are changed, left out, doubled or brought from elsewhere, in one to four places. */
  private static byte[] damaged(byte[] whole, Random random) {
    byte[] bytes = whole;
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
      byte[] moved = Arrays.copyOfRange(bytes, random.nextInt(at + 1), at + 1);
      bytes =
          switch (random.nextInt(5)) {
            case 0 -> joined(bytes, at, new byte[0], end);
            case 1 -> joined(bytes, at, moved, at);
            case 2 -> joined(bytes, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
            case 3 -> joined(bytes, at, anyToken(random), end);
            default -> joined(bytes, at, anyToken(random), at + 1);
          };
    }
    return bytes;
  }

  private static byte[] anyToken(Random random) {
    String[] tokens = {
      "null",
      "{}",
      "[]",
      "\"\"",
      "\"x\"",
      "-1",
      "1e999",
      "true",
      "\n\n",
      "\r",
      "data: ",
      "\"error\":\"e\",",
      "event: error\n",
      ",",
      ":",
      "}",
      "]"
    };
    return tokens[random.nextInt(tokens.length)].getBytes(UTF_8);
  }

  private static byte[] joined(byte[] bytes, int headEnd, byte[] middle, int tailStart) {
    byte[] joined = Arrays.copyOf(bytes, headEnd + middle.length + bytes.length - tailStart);
    System.arraycopy(middle, 0, joined, headEnd, middle.length);
    System.arraycopy(bytes, tailStart, joined, headEnd + middle.length, bytes.length - tailStart);
    return joined.length == 0 ? new byte[] {'\n'} : joined;
  }
}
