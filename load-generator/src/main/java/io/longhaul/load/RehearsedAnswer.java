package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointDialect;
import java.util.Collections;
import java.util.List;

/** An answer of a run's own shape, as a server of its endpoint would give it. */
final class RehearsedAnswer {
  private static final int CHUNKS = 32;
  private static final String WORD = " rehearsal";

  private RehearsedAnswer() {}

  /**
   * The answer as it goes onto the wire, in the pieces in which it is written.
   *
   * @param closes whether it says that the connection is closed after it
   */
  static List<byte[]> of(EndpointDialect dialect, boolean streaming, boolean closes) {
    List<String> answer = dialect.sampleAnswer(streaming, Collections.nCopies(CHUNKS, WORD));
    return streaming
        ? LoopbackServer.chunked(
            "text/event-stream",
            closes,
            answer.stream().map(data -> "data: " + data + "\n\n").toList())
        : LoopbackServer.chunked("application/json", closes, answer);
  }
}
