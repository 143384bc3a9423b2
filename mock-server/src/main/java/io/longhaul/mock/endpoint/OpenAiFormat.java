package io.longhaul.mock.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.util.HexFormat;

/**
 * Writes the JSON of one chat or completions response, as a stream of events or as a whole. Keys
 * have vLLM's order.
 */
final class OpenAiFormat implements StreamFormat {
  private static final byte[] TOKEN_END =
      Json.utf8("\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
  private static final byte[] TEXT_END =
      Json.utf8("\",\"logprobs\":null,\"finish_reason\":null}]}\n\n");
  private static final byte[] DONE = Json.utf8("data: [DONE]\n\n");

  private final boolean chat;
  private final boolean includeUsage;
  private final String beforeObject;
  private final String afterObject;
  private final byte[] tokenStart;

  /**
   * Creates the format of one response.
   *
   * @param chat {@code true} for chat, {@code false} for completions
   * @param id ID of the response
   * @param createdSeconds creation time as Unix time in seconds
   * @param request model, and whether a stream includes the usage
   */
  OpenAiFormat(boolean chat, long id, long createdSeconds, ParsedRequest request) {
    this.chat = chat;
    this.beforeObject =
        "{\"id\":\""
            + (chat ? "chatcmpl-" : "cmpl-")
            + HexFormat.of().toHexDigits(id)
            + "\",\"object\":\"";
    this.afterObject =
        "\",\"created\":" + createdSeconds + ",\"model\":\"" + Json.quoted(request.model()) + "\",";
    this.includeUsage = request.includeUsage();
    this.tokenStart =
        Json.utf8(eventStart() + (chat ? "\"delta\":{\"content\":\"" : "\"text\":\""));
  }

  /** Parses the parameters that chat and completions share, with vLLM's names. */
  static ParsedRequest parse(JsonNode body, int promptTokens) {
    int maxTokens =
        Math.min(
            Json.intOr(body.path("max_tokens"), ParsedRequest.UNLIMITED),
            Json.intOr(body.path("max_completion_tokens"), ParsedRequest.UNLIMITED));
    return new ParsedRequest(
        body.path("model").asText(),
        body.path("stream").asBoolean(),
        body.path("stream_options").path("include_usage").asBoolean(),
        maxTokens,
        Json.intOr(body.path("min_tokens"), 0),
        body.path("ignore_eos").asBoolean(),
        promptTokens,
        true);
  }

  /**
   * Writes the event with only the role. Returns {@code false} for completions, which have none.
   */
  @Override
  public boolean opening(ByteBuf out) {
    if (!chat) {
      return false;
    }
    Json.utf8(
        out,
        eventStart()
            + "\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
    return true;
  }

  @Override
  public void token(ByteBuf out, byte[] text) {
    out.writeBytes(tokenStart).writeBytes(text).writeBytes(chat ? TOKEN_END : TEXT_END);
  }

  @Override
  public void finish(ByteBuf out, FinishReason reason, int promptTokens, int outputTokens) {
    Json.utf8(
        out,
        eventStart()
            + (chat ? "\"delta\":{}" : "\"text\":\"\"")
            + ",\"logprobs\":null,\"finish_reason\":\""
            + reason
            + "\"}]}\n\n");
  }

  /** Writes the event with the token counts and no choices. */
  @Override
  public boolean usage(ByteBuf out, int promptTokens, int outputTokens) {
    if (!includeUsage) {
      return false;
    }
    Json.utf8(
        out,
        "data: " + common(true) + "\"choices\":[]," + usage(promptTokens, outputTokens) + "}\n\n");
    return true;
  }

  @Override
  public boolean done(ByteBuf out) {
    out.writeBytes(DONE);
    return true;
  }

  @Override
  public void malformed(ByteBuf out) {
    Json.utf8(out, eventStart() + "\"delta\":{\"content\":\" tok\n\n");
  }

  @Override
  public void whole(ByteBuf out, ResponseContent content) {
    FinishReason reason = content.finishReason();
    Json.utf8(
        out,
        common(false)
            + "\"choices\":[{\"index\":0,"
            + (chat ? "\"message\":{\"role\":\"assistant\",\"content\":\"" : "\"text\":\""));
    content.words().forEach(out::writeBytes);
    Json.utf8(
        out,
        (chat ? "\"}" : "\"")
            + ",\"logprobs\":null,\"finish_reason\":"
            + (reason == null ? "null" : "\"" + reason + "\"")
            + "}],"
            + usage(content.promptTokens(), content.outputTokens())
            + "}");
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
}
