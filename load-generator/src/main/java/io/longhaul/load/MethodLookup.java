package io.longhaul.load;

import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.protobuf.ServerReflection;
import io.longhaul.load.grpc.MessageDeframer;
import io.longhaul.load.grpc.MessageException;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Looks up the types of a gRPC method with server reflection, over connections and with headers
 * like those of the load. Blocks.
 */
public final class MethodLookup {
  private static final long RESPONSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String UNIMPLEMENTED = "unimplemented";

  private final String url;
  private final List<Map.Entry<String, String>> headers;
  private final LlmClient client;

  private MethodLookup(String url, List<Map.Entry<String, String>> headers, LlmClient client) {
    this.url = url;
    this.headers = headers;
    this.client = client;
  }

  /**
   * Returns the method as the first of the target's servers describes it.
   *
   * @param name such as {@code package.Service/Method}
   * @throws IllegalArgumentException if the lookup fails; the message gives the reason in one
   *     sentence
   */
  public static GrpcMethod find(
      String name, TargetPlan target, Map<String, Secret> secretHeaders, RunClock clock) {
    ServerReflection reflection = new ServerReflection(name);
    try (LlmClient client = TargetConnections.ofCalls(target, clock, "reflection")) {
      new MethodLookup(
              target.urls().get(0),
              RequestFactory.headersOf(Map.of(), target, secretHeaders),
              client)
          .lookUp(name, reflection);
      return reflection.method();
    }
  }

  private void lookUp(String name, ServerReflection reflection) {
    int path = 0;
    byte[] request = reflection.nextRequest();
    while (request.length > 0) {
      BufferedResponse response = responseTo(request, ServerReflection.PATHS.get(path));
      if (response.isComplete()) {
        reflection.addResponses(messagesOf(response, name));
        request = reflection.nextRequest();
      } else if (response.callStatus().filter(UNIMPLEMENTED::equals).isEmpty()) {
        throw lookupFailed(name, response.inWords() + " (check the server, or use");
      } else if (++path == ServerReflection.PATHS.size()) {
        throw lookupFailed(name, "it has no reflection (use");
      }
    }
  }

  private BufferedResponse responseTo(byte[] request, String path) {
    return BufferedResponse.to(
        new OutgoingRequest(TargetUrls.join(url, path), headers, request, RESPONSE_TIMEOUT_NANOS),
        client);
  }

  private List<byte[]> messagesOf(BufferedResponse response, String name) {
    List<byte[]> messages = new ArrayList<>();
    try {
      new MessageDeframer(
              (bytes, offset, length) ->
                  messages.add(Arrays.copyOfRange(bytes, offset, offset + length)))
          .feed(response.body());
    } catch (MessageException e) {
      throw lookupFailed(name, e.getMessage() + " (use");
    }
    return messages;
  }

  private IllegalArgumentException lookupFailed(String name, String reason) {
    return new IllegalArgumentException(
        "Cannot get the types of " + name + " from " + url + ": " + reason + " --grpc-descriptor)");
  }
}
