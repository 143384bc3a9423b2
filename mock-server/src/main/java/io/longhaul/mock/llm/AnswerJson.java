package io.longhaul.mock.llm;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The JSON of one answer, as events of a stream or as a whole, for chat or for completions. Keys
 * stand in vLLM's order.
 */
final class AnswerJson {
  private static final byte[] TOKEN_END =
      utf8("\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
  private static final byte[] TEXT_END = utf8("\",\"logprobs\":null,\"finish_reason\":null}]}\n\n");
  private static final byte[] DONE = utf8("data: [DONE]\n\n");

  private final boolean chat;
  private final String beforeObject;
  private final String afterObject;
  private final byte[] tokenStart;

  /**
   * @param chat chat or completions
   * @param id 64 bits that name the answer
   * @param createdSeconds when, since the epoch
   */
  AnswerJson(boolean chat, long id, long createdSeconds, String model) {
    this.chat = chat;
    this.beforeObject =
        "{\"id\":\""
            + (chat ? "chatcmpl-" : "cmpl-")
            + HexFormat.of().toHexDigits(id)
            + "\",\"object\":\"";
    this.afterObject = "\",\"created\":" + createdSeconds + ",\"model\":\"" + quoted(model) + "\",";
    this.tokenStart = utf8(eventStart() + (chat ? "\"delta\":{\"content\":\"" : "\"text\":\""));
  }

  /**
   * The event that carries only the role; writes nothing and says false for completions, which have
   * none.
   */
  boolean role(ByteBuf out) {
    if (!chat) {
      return false;
    }
    HttpText.utf8(
        out,
        eventStart()
            + "\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
    return true;
  }

  /** The event of one token, whose text needs no escapes. */
  void token(ByteBuf out, byte[] text) {
    out.writeBytes(tokenStart).writeBytes(text).writeBytes(chat ? TOKEN_END : TEXT_END);
  }

  /** The event that tells why the answer ended. */
  void finish(ByteBuf out, String reason) {
    HttpText.utf8(
        out,
        eventStart()
            + (chat ? "\"delta\":{}" : "\"text\":\"\"")
            + ",\"logprobs\":null,\"finish_reason\":\""
            + reason
            + "\"}]}\n\n");
  }

  /** The event with the token counts and no choices. */
  void usage(ByteBuf out, int promptTokens, int outputTokens) {
    HttpText.utf8(
        out,
        "data: " + common(true) + "\"choices\":[]," + usage(promptTokens, outputTokens) + "}\n\n");
  }

  static void done(ByteBuf out) {
    out.writeBytes(DONE);
  }

  /** An event that says that the server failed. */
  static void errorEvent(ByteBuf out, boolean named) {
    HttpText.utf8(
        out,
        (named ? "event: error\n" : "")
            + "data: "
            + error("Scripted failure", "server_error", 500)
            + "\n\n");
  }

  /** An event whose data breaks off inside a string. */
  void malformed(ByteBuf out) {
    HttpText.utf8(out, eventStart() + "\"delta\":{\"content\":\" tok\n\n");
  }

  /** The whole answer. */
  void whole(
      ByteBuf out, List<byte[]> texts, String finishReason, int promptTokens, int outputTokens) {
    HttpText.utf8(
        out,
        common(false)
            + "\"choices\":[{\"index\":0,"
            + (chat ? "\"message\":{\"role\":\"assistant\",\"content\":\"" : "\"text\":\""));
    texts.forEach(out::writeBytes);
    HttpText.utf8(
        out,
        (chat ? "\"}" : "\"")
            + ",\"logprobs\":null,\"finish_reason\":"
            + (finishReason == null ? "null" : "\"" + finishReason + "\"")
            + "}],"
            + usage(promptTokens, outputTokens)
            + "}");
  }

  /** The body of an error answer. */
  static String error(String message, String type, int status) {
    return """
        {"error":{"message":"%s","type":"%s","param":null,"code":%d}}"""
        .formatted(quoted(message), type, status);
  }

  /** The body of {@code /v1/models}. */
  static String models(List<String> names) {
    String entries =
        names.stream()
            .map(AnswerJson::quoted)
            .map(
                """
                {"id":"%s","object":"model","created":0,"owned_by":"longhaul"}"""
                    ::formatted)
            .collect(Collectors.joining(","));
    return "{\"object\":\"list\",\"data\":[" + entries + "]}";
  }

  private String eventStart() {
    return "data: " + common(true) + "\"choices\":[{\"index\":0,";
  }

  private String common(boolean chunk) {
    String object =
        chat ? (chunk ? "chat.completion.chunk" : "chat.completion") : "text_completion";
    return beforeObject + object + afterObject;
  }

  private static String usage(int promptTokens, int outputTokens) {
    return "\"usage\":{\"prompt_tokens\":"
        + promptTokens
        + ",\"total_tokens\":"
        + (promptTokens + outputTokens)
        + ",\"completion_tokens\":"
        + outputTokens
        + "}";
  }

  private static String quoted(String text) {
    return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
