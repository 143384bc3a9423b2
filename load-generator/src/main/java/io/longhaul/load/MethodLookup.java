package io.longhaul.load;

import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.endpoint.ServerReflection;
import io.longhaul.load.grpc.MessageDeframer;
import io.longhaul.load.grpc.MessageException;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import io.longhaul.load.time.RunClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Asks a server for the types of a gRPC method, on connections and with headers like those of the
 * load. Blocks.
 */
public final class MethodLookup {
  private static final long LONGEST_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String NOT_THERE = "unimplemented";

  private final String url;
  private final List<Map.Entry<String, String>> headers;
  private final LlmClient client;

  private MethodLookup(String url, List<Map.Entry<String, String>> headers, LlmClient client) {
    this.url = url;
    this.headers = headers;
    this.client = client;
  }

  /**
   * The method as the first of the target's servers tells of it.
   *
   * @param name such as {@code package.Service/Method}
   * @throws IllegalArgumentException saying in one sentence why it cannot be had
   */
  public static GrpcMethod find(
      String name, TargetPlan target, Map<String, Secret> secretHeaders, RunClock clock) {
    ServerReflection reflection = new ServerReflection(name);
    try (LlmClient client = TargetConnections.ofCalls(target, clock, "reflection")) {
      new MethodLookup(
              target.urls().get(0), RequestMaker.headersOf(Map.of(), target, secretHeaders), client)
          .ask(name, reflection);
      return reflection.method();
    }
  }

  private void ask(String name, ServerReflection reflection) {
    int path = 0;
    byte[] nextRequest = reflection.nextRequest();
    while (nextRequest.length > 0) {
      CollectedAnswer answer = answerTo(nextRequest, ServerReflection.PATHS.get(path));
      if (answer.isWhole()) {
        reflection.addResponses(messagesOf(answer, name));
        nextRequest = reflection.nextRequest();
      } else if (answer.callStatus().filter(NOT_THERE::equals).isEmpty()) {
        throw cannotAsk(name, answer.inWords() + " (look at the server, or give");
      } else if (++path == ServerReflection.PATHS.size()) {
        throw cannotAsk(name, "it has no reflection (give");
      }
    }
  }

  private CollectedAnswer answerTo(byte[] nextRequest, String path) {
    return CollectedAnswer.to(
        new OutgoingRequest(TargetUrls.join(url, path), headers, nextRequest, LONGEST_ANSWER_NANOS),
        client);
  }

  private List<byte[]> messagesOf(CollectedAnswer answer, String name) {
    List<byte[]> messages = new ArrayList<>();
    try {
      new MessageDeframer(
              (bytes, offset, length) ->
                  messages.add(Arrays.copyOfRange(bytes, offset, offset + length)))
          .feed(answer.body());
    } catch (MessageException e) {
      throw cannotAsk(name, e.getMessage() + " (give");
    }
    return messages;
  }

  private IllegalArgumentException cannotAsk(String name, String reason) {
    return new IllegalArgumentException(
        "Cannot ask " + url + " for the types of " + name + ": " + reason + " --grpc-descriptor)");
  }
}
