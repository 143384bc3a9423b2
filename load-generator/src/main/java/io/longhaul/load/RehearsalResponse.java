package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointDialect;
import io.longhaul.load.plan.HttpVersion;
import io.longhaul.load.plan.RequestPlan;
import java.util.Collections;
import java.util.List;

/** The response of the rehearsal server, in the form that the run's endpoint returns. */
final class RehearsalResponse {
  private static final int CHUNKS = 32;
  private static final String WORD = " rehearsal";

  private RehearsalResponse() {}

  /** Returns the handler of the rehearsal server's connections. */
  static LoopbackServer.ConnectionHandler of(
      EndpointDialect dialect, RequestPlan request, HttpVersion version) {
    boolean streaming = request.streaming();
    List<String> response = dialect.sampleResponse(streaming, Collections.nCopies(CHUNKS, WORD));
    if (request.endpointType().speaksGrpc()) {
      return LoopbackHttp2Handler.ofGrpc(response);
    }
    String contentType = streaming ? "text/event-stream" : "application/json";
    List<String> body =
        streaming ? response.stream().map(data -> "data: " + data + "\n\n").toList() : response;
    return version == HttpVersion.HTTP_2
        ? LoopbackHttp2Handler.ofHttp(contentType, body)
        : new LoopbackHttpHandler(contentType, body);
  }
}
