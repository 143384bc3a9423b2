package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.plan.HttpVersion;
import io.longhaul.load.plan.RequestPlan;
import java.util.Collections;
import java.util.List;

/** Answers of a run's own shape, as a server of its endpoint would give them. */
final class RehearsedAnswer {
  private static final int CHUNKS = 32;
  private static final String WORD = " rehearsal";

  private RehearsedAnswer() {}

  /** What is said on a connection. */
  static LoopbackServer.Talk of(EndpointDialect dialect, RequestPlan request, HttpVersion version) {
    boolean streaming = request.streaming();
    List<String> answer = dialect.sampleResponse(streaming, Collections.nCopies(CHUNKS, WORD));
    if (request.endpointType().speaksGrpc()) {
      return Http2Talk.ofGrpc(answer);
    }
    String contentType = streaming ? "text/event-stream" : "application/json";
    List<String> body =
        streaming ? answer.stream().map(data -> "data: " + data + "\n\n").toList() : answer;
    return version == HttpVersion.HTTP_2
        ? Http2Talk.ofHttp(contentType, body)
        : new HttpTalk(contentType, body);
  }
}
