package io.longhaul.load;

import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.plan.RunPlan;
import java.util.ArrayList;
import java.util.List;

/** An answer of a run's own shape, as a server of its endpoint would give it. */
final class RehearsedAnswer {
  private static final int CHUNKS = 32;
  private static final String WORD = " rehearsal";
  private static final String USAGE =
      "\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":" + CHUNKS + ",\"total_tokens\":40}";

  private RehearsedAnswer() {}

  /**
   * The answer as it goes onto the wire, in the pieces in which it is written.
   *
   * @param closes whether it says that the connection is closed after it
   */
  static List<byte[]> of(RunPlan plan, boolean closes) {
    boolean chat = plan.request().endpointType() == EndpointType.CHAT;
    if (!plan.request().streaming()) {
      String text = WORD.repeat(CHUNKS);
      String choice =
          chat ? "\"message\":" + content("assistant", text) : "\"text\":\"" + text + '"';
      return LoopbackServer.chunked(
          "application/json", closes, List.of(document(choice, "\"stop\"", "," + USAGE)));
    }
    List<String> events = new ArrayList<>();
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      String choice =
          chat ? "\"delta\":{\"content\":\"" + WORD + "\"}" : "\"text\":\"" + WORD + '"';
      events.add(event(document(choice, "null", "")));
    }
    String last = chat ? "\"delta\":{}" : "\"text\":\"\"";
    events.add(event(document(last, "\"stop\"", "," + USAGE)) + event("[DONE]"));
    return LoopbackServer.chunked("text/event-stream", closes, events);
  }

  private static String event(String data) {
    return "data: " + data + "\n\n";
  }

  private static String content(String role, String text) {
    return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
  }

  private static String document(String choice, String finishReason, String more) {
    return "{\"id\":\"rehearsal\",\"object\":\"rehearsal\",\"created\":1,\"model\":\"rehearsal\","
        + "\"choices\":[{\"index\":0,"
        + choice
        + ",\"finish_reason\":"
        + finishReason
        + "}]"
        + more
        + "}";
  }
}
