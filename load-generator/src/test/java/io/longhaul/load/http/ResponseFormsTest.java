package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.load.http.ExchangeEnd.Kind;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses that HTTP allows and forbids, and the resulting kinds of ends. */
@Timeout(60)
class ResponseFormsTest {

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  @RegisterExtension static final ClientFixture fixture = new ClientFixture();

  /** Returns the events for a server that reads the request, writes these bytes and closes. */
  private RecordingExchangeListener receive(String response) throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(response);
              connection.close();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      recorded.awaitEnd();
      return recorded;
    }
  }

  // Complete responses.

  @Test
  void bodyWithItsLengthIsComplete() throws Exception {
    RecordingExchangeListener recorded =
        receive("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
  }

  @Test
  void chunkedBodyWithItsLastChunkIsComplete() throws Exception {
    RecordingExchangeListener recorded = receive(CHUNKED + "5\r\nhello\r\n0\r\n\r\n");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
  }

  @Test
  void chunkExtensionsAndTrailersAreIgnored() throws Exception {
    RecordingExchangeListener recorded =
        receive(CHUNKED + "5;why=not\r\nhello\r\n0\r\nX-Checksum: 1\r\n\r\n");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
  }

  /** As llama-server and LiteLLM send them. */
  @Test
  void emptyAndUnknownHeadersAreIgnored() throws Exception {
    String unknown =
        IntStream.range(0, 15)
            .mapToObj(i -> "x-litellm-" + i + ": v\r\n")
            .collect(Collectors.joining());
    RecordingExchangeListener recorded =
        receive(
            "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: \r\n"
                + unknown
                + "Content-Length: 5\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
  }

  @Test
  void bodyEndedByCloseIsComplete() throws Exception {
    RecordingExchangeListener recorded =
        receive(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
    assertThat(recorded.times()).isSorted();
  }

  @Test
  void http10ResponseIsComplete() throws Exception {
    RecordingExchangeListener recorded = receive("HTTP/1.0 200 OK\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.bodyText()).isEqualTo("hello");
    assertThat(recorded.calls()).contains("headers 200");
  }

  @Test
  void responseWithoutHeadersReportsItsStatus() throws Exception {
    RecordingExchangeListener recorded = receive("HTTP/1.1 500 Oops\r\n\r\n");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.calls()).endsWith("headers 500", "ended");
  }

  @Test
  void statusWithoutABodyIsComplete() throws Exception {
    RecordingExchangeListener recorded = receive("HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.calls()).endsWith("headers 204", "ended");
    assertThat(recorded.parts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 102 Processing\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
      })
  void interimResponsesAreNotTheResponse(String interim) throws Exception {
    RecordingExchangeListener recorded =
        receive(interim + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.calls())
        .containsExactly(
            "connectStarted", "connected", "sent", "written", "headers 200", "body", "ended");
    assertThat(recorded.bodyText()).isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 307, 308, 401, 407, 429, 503})
  void noStatusTriggersAnAction(int status) throws Exception {
    RecordingExchangeListener recorded =
        receive(
            "HTTP/1.1 "
                + status
                + " Some Reason\r\nLocation: http://127.0.0.1:1/\r\nRetry-After: 0\r\n"
                + "WWW-Authenticate: Basic realm=\"x\"\r\nProxy-Authenticate: Basic realm=\"x\"\r\n"
                + "Set-Cookie: a=b\r\nContent-Length: 2\r\n\r\nno");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
    assertThat(recorded.calls()).contains("headers " + status).containsOnlyOnce("sent");
    assertThat(recorded.bodyText()).isEqualTo("no");
  }

  // Truncated responses.

  @ParameterizedTest
  @ValueSource(
      strings = {
        CHUNKED + "5\r\nhello\r\n",
        CHUNKED + "5\r\nhel",
        CHUNKED + "5\r\nhello\r\n0\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n",
        "HTTP/1.1 20"
      })
  void responseThatStopsIsTruncated(String response) throws Exception {
    RecordingExchangeListener recorded = receive(response);
    assertThat(recorded.awaitEnd().kind()).isEqualTo(Kind.CLOSED_INSIDE_ANSWER);
    assertThat(recorded.times()).isSorted();
  }

  @Test
  void bytesBeforeTheTruncationAreReported() throws Exception {
    assertThat(receive(CHUNKED + "5\r\nhello\r\n6\r\n wor").bodyText()).isEqualTo("hello wor");
  }

  @Test
  void resetWithinTheResponseTruncatesIt() throws Exception {
    try (RawServer server =
        RawServer.running(
            connection -> {
              connection.readRequest();
              connection.write(CHUNKED + "5\r\nhello\r\n");
              connection.reset();
            })) {
      RecordingExchangeListener recorded = fixture.send(server.uri());
      // A reset may discard unread bytes: then even the headers are missing.
      assertThat(recorded.awaitEnd().kind())
          .isIn(Kind.CLOSED_INSIDE_ANSWER, Kind.CLOSED_BEFORE_ANSWER);
    }
  }

  // Invalid responses.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "\u0016\u0003\u0001 not at all HTTP\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        CHUNKED + "zz\r\nhello\r\n",
        CHUNKED + "-1\r\nhello\r\n"
      })
  void invalidResponseIsBadHttp(String response) throws Exception {
    assertThat(receive(response).awaitEnd().kind()).isEqualTo(Kind.BAD_HTTP);
  }

  @Test
  void statusLineIsLimited() throws Exception {
    ExchangeEnd end = receive("HTTP/1.1 200 " + "a".repeat(8 * 1024) + "\r\n\r\n").awaitEnd();
    assertThat(end.kind()).isEqualTo(Kind.BAD_HTTP);
    assertThat(end.message()).contains("8192");
  }

  @Test
  void headersAreLimited() throws Exception {
    ExchangeEnd end =
        receive("HTTP/1.1 200 OK\r\nX: " + "a".repeat(64 * 1024) + "\r\n\r\n").awaitEnd();
    assertThat(end.kind()).isEqualTo(Kind.BAD_HTTP);
    assertThat(end.message()).contains("65536");
  }

  @Test
  void headersOfSixtyKilobytesAreAccepted() throws Exception {
    RecordingExchangeListener recorded =
        receive(
            "HTTP/1.1 200 OK\r\nX: " + "a".repeat(60 * 1024) + "\r\nContent-Length: 2\r\n\r\nok");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
  }

  @Test
  void unrequestedContentEncodingIsAnError() throws Exception {
    RecordingExchangeListener recorded =
        receive("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nzip");
    assertThat(recorded.awaitEnd())
        .isEqualTo(
            new ExchangeEnd(
                Kind.UNSUPPORTED_CONTENT_ENCODING,
                "unsupported content-encoding gzip (identity was requested)"));
    assertThat(recorded.calls()).endsWith("headers 200", "ended");
  }

  @Test
  void bodyWithIdentityEncodingIsRead() throws Exception {
    RecordingExchangeListener recorded =
        receive("HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello");
    assertThat(recorded.awaitEnd()).isEqualTo(ExchangeEnd.COMPLETE);
  }
}
