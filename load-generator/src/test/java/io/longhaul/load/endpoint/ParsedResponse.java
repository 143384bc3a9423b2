package io.longhaul.load.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.endpoint.response.ResponseReader;
import io.longhaul.load.endpoint.response.ResponseResult;
import io.longhaul.load.endpoint.response.Usage;
import io.longhaul.load.sse.SseDecoder;
import io.longhaul.load.sse.SseLimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading a literal response. */
public record ParsedResponse(
    List<Delta> deltas, Usage usage, String finishReason, ResponseResult result) {
  private static final String CHAT = "chat";

  /** Reads a stream whose body ended properly. */
  public static ParsedResponse ofStream(String text) {
    return ofStream(CHAT, text, true);
  }

  /** Reads a stream of another endpoint than chat. */
  public static ParsedResponse ofStream(String type, String text) {
    return ofStream(type, text, true);
  }

  /** Reads a stream whose body was cut at the end of the text. */
  static ParsedResponse ofCutStream(String text) {
    return ofStream(CHAT, text, false);
  }

  /** Reads a response that is not a stream. */
  static ParsedResponse ofBody(String text) {
    return ofBody(CHAT, text);
  }

  /** Reads a response of another endpoint than chat. */
  static ParsedResponse ofBody(String type, String text) {
    return ofBody(Endpoints.named(type).dialect(DialectOptions.DEFAULTS), text);
  }

  /** Reads a response in this dialect. */
  static ParsedResponse ofBody(EndpointDialect dialect, String text) {
    ResponseReader reader = dialect.newReader(false);
    byte[] bytes = text.getBytes(UTF_8);
    return finished(reader, List.of(reader.body(bytes, 0, bytes.length)), true);
  }

  private static ResponseReader readerOf(String type, boolean streaming) {
    return Endpoints.named(type).dialect(DialectOptions.DEFAULTS).newReader(streaming);
  }

  private static ParsedResponse ofStream(String type, String text, boolean endedProperly) {
    ResponseReader reader = readerOf(type, true);
    List<Delta> deltas = new ArrayList<>();
    SseDecoder decoder = new SseDecoder(event -> deltas.add(reader.event(event)));
    byte[] bytes = text.getBytes(UTF_8);
    try {
      decoder.feed(bytes, 0, bytes.length);
      decoder.end(endedProperly);
    } catch (SseLimitException e) {
      throw new AssertionError(e);
    }
    return finished(reader, deltas, endedProperly);
  }

  private static ParsedResponse finished(
      ResponseReader reader, List<Delta> deltas, boolean endedProperly) {
    return new ParsedResponse(
        deltas,
        reader.usage().orElse(null),
        reader.finishReason().orElse(""),
        reader.result(endedProperly));
  }

  /**
   * One word per event: {@code C:text}, {@code R:text}, or {@code -} for an event that is not a
   * chunk.
   */
  String chunks() {
    return deltas.stream().map(ParsedResponse::show).collect(Collectors.joining(" "));
  }

  ResponseResult.Kind kind() {
    return result.kind();
  }

  private static String show(Delta delta) {
    return switch (delta.kind()) {
      case CONTENT ->
          "C:" + delta.content() + (delta.reasoning().isEmpty() ? "" : "+R:" + delta.reasoning());
      case REASONING -> "R:" + delta.reasoning();
      case NONE -> "-";
    };
  }
}
