package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.endpoint.response.ResponseResult.Kind;
import io.longhaul.load.sse.SseDecoder;
import io.longhaul.load.sse.SseLimitException;
import org.junit.jupiter.api.Test;

/** Truncated responses and resource-exhausting JSON always have a result. */
class TruncatedResponsesTest {

  private static final String STREAM =
      """
      data: {"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

      data: {"choices":[{"index":0,"delta":{"reasoning_content":"hm","content":null}}],"error":null}

      data: {"choices":[{"index":0,"delta":{"content":"é\\n漢","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}

      data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}

      data: [DONE]

      """;

  @Test
  void aTruncatedStreamIsNeverComplete() throws Exception {
    byte[] bytes = STREAM.getBytes(UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      assertThat(result(bytes, length, false).kind()).isEqualTo(Kind.TRUNCATED);
    }
  }

  @Test
  void aStreamThatEndsEarlyIsCompleteOnlyAfterItsFinishReason() throws Exception {
    byte[] bytes = STREAM.getBytes(UTF_8);
    int finished = STREAM.substring(0, STREAM.indexOf("\"stop\"}]}") + 9).getBytes(UTF_8).length;
    for (int length = 0; length <= bytes.length; length++) {
      Kind kind = result(bytes, length, true).kind();
      assertThat(kind).isIn(Kind.TRUNCATED, Kind.WHOLE);
      assertThat(kind == Kind.WHOLE && length < finished).isFalse();
    }
    assertThat(result(bytes, bytes.length, true).kind()).isEqualTo(Kind.WHOLE);
  }

  @Test
  void oversizedJsonIsRejected() throws Exception {
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
      assertThat(result(bytes, bytes.length, true).kind()).isEqualTo(Kind.PROTOCOL_ERROR);
    }
  }

  private static ResponseResult result(byte[] bytes, int length, boolean endedProperly)
      throws SseLimitException {
    ResponseReader reader = Endpoints.CHAT.dialect(DialectOptions.DEFAULTS).newReader(true);
    SseDecoder decoder = new SseDecoder(reader::event);
    decoder.feed(bytes, 0, length);
    decoder.end(endedProperly);
    reader.usage();
    return reader.result(endedProperly);
  }
}
