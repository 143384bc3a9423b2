package io.longhaul.load.endpoint.template;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages of a request in the format of chat templates: {@code role}, {@code content} and
 * {@code tool_calls}.
 *
 * @param messages messages, those with the system role first; several texts of one message are
 *     concatenated without a separator, as in AIPerf
 * @param tools tools that the model may call; usually empty
 */
public record ChatMessages(List<Map<String, Object>> messages, List<Map<String, Object>> tools) {
  private static final String ROLE = "role";
  private static final String CONTENT = "content";
  private static final String TOOL_CALLS = "tool_calls";
  private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

  /** For bodies generated here, which may contain images and need no limits. */
  private static final ObjectMapper TRUSTED_MAPPER =
      UntrustedJson.ownDocumentMapper(JinjaSandbox.MAX_CHARS);

  public ChatMessages {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }

  /** Returns a single user message. */
  public static ChatMessages ofUser(String text) {
    return new ChatMessages(List.of(message("user", text)), List.of());
  }

  /** Returns these messages followed by a response and another user message. */
  public ChatMessages then(String response, String more) {
    List<Map<String, Object>> all = new ArrayList<>(messages);
    all.add(message("assistant", response));
    all.add(message("user", more));
    return new ChatMessages(all, tools);
  }

  /**
   * Returns the messages of a {@code chat}, {@code messages} or {@code responses} body; empty if it
   * has none.
   */
  public static ChatMessages in(byte[] body) {
    try {
      JsonNode members = TRUSTED_MAPPER.readTree(body);
      List<Map<String, Object>> messages = new ArrayList<>();
      for (String member : List.of("system", "instructions")) {
        String text = textOf(members.path(member));
        if (!text.isEmpty()) {
          messages.add(message("system", text));
        }
      }
      for (JsonNode message : members.path(members.has("messages") ? "messages" : "input")) {
        if (message.path(ROLE).isTextual()) {
          messages.add(messageOf(message));
        }
      }
      JsonNode tools = members.path("tools");
      return new ChatMessages(
          messages, tools.isArray() ? TRUSTED_MAPPER.convertValue(tools, OBJECTS) : List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("A generated body is not JSON", e);
    }
  }

  /** Returns the text of each message. */
  public List<String> texts() {
    return messages.stream().map(message -> (String) message.get(CONTENT)).toList();
  }

  private static Map<String, Object> messageOf(JsonNode message) {
    Map<String, Object> copy =
        message(message.get(ROLE).textValue(), textOf(message.path(CONTENT)));
    if (message.path(TOOL_CALLS).isArray()) {
      copy.put(TOOL_CALLS, TRUSTED_MAPPER.convertValue(message.get(TOOL_CALLS), OBJECTS));
    }
    return copy;
  }

  private static Map<String, Object> message(String role, String content) {
    Map<String, Object> message = new HashMap<>();
    message.put(ROLE, role);
    message.put(CONTENT, content);
    return message;
  }

  private static String textOf(JsonNode content) {
    if (content.isTextual()) {
      return content.textValue();
    }
    StringBuilder text = new StringBuilder();
    content.forEach(part -> text.append(part.path("text").asText("")));
    return text.toString();
  }
}
