package io.longhaul.load.endpoint.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tokenizer's chat template in Jinja, with which a server converts messages to the model's input.
 * Immutable and thread-safe.
 */
public final class ChatTemplate {

  /**
   * Jinjava does not always honor whitespace control, so whitespace is removed from the template
   * first.
   */
  private static final Pattern LEADING_DASH = Pattern.compile("\\s*\\{([%{#])-");

  private static final Pattern TRAILING_DASH = Pattern.compile("-([%}#])\\}\\s*");

  private static final List<String> SPECIAL_TOKENS =
      List.of("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token");

  private final Jinjava jinja = JinjaSandbox.engine(true);
  private final String source;
  private final Map<String, Object> constants;

  private ChatTemplate(String source, Map<String, Object> constants) {
    String stripped = LEADING_DASH.matcher(source).replaceAll("{$1");
    this.source = TRAILING_DASH.matcher(stripped).replaceAll("$1}");
    this.constants = Map.copyOf(constants);
    jinja
        .getGlobalContext()
        .registerFunction(
            new ELFunctionDefinition(
                "", "raise_exception", ChatTemplate.class, "raise", String.class));
  }

  /**
   * Returns the chat template of the tokenizer in a folder: {@code chat_template.jinja}, or {@code
   * chat_template} in {@code tokenizer_config.json}.
   *
   * @return empty if there is none
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if the template cannot be rendered
   */
  public static Optional<ChatTemplate> in(Path folder) throws IOException {
    Path config = folder.resolve("tokenizer_config.json");
    JsonNode members =
        Files.isRegularFile(config)
            ? UntrustedJson.MAPPER.readTree(Files.readString(config))
            : UntrustedJson.MAPPER.createObjectNode();
    Path file = folder.resolve("chat_template.jinja");
    String source =
        Files.isRegularFile(file)
            ? Files.readString(file)
            : sourceIn(members.path("chat_template"));
    if (source == null) {
      return Optional.empty();
    }
    ChatTemplate template = new ChatTemplate(source, specialTokens(members));
    template.render(ChatMessages.ofUser("Hello"));
    return Optional.of(template);
  }

  /** The member is a text, or a list of named templates. */
  private static @Nullable String sourceIn(JsonNode member) {
    if (member.isTextual()) {
      return member.textValue();
    }
    for (JsonNode named : member) {
      if (named.path("name").asText().equals("default") && named.path("template").isTextual()) {
        return named.get("template").textValue();
      }
    }
    return null;
  }

  /** Each token is a text, or an object with one. */
  private static Map<String, Object> specialTokens(JsonNode members) {
    Map<String, Object> tokens = new HashMap<>();
    for (String name : SPECIAL_TOKENS) {
      JsonNode token = members.path(name);
      String text = token.isTextual() ? token.textValue() : token.path("content").textValue();
      if (text != null) {
        tokens.put(name, text);
      }
    }
    return tokens;
  }

  /**
   * Renders messages to the input of the model, up to the start of the response.
   *
   * @throws IllegalArgumentException if the template rejects these messages
   */
  public String render(ChatMessages messages) {
    Map<String, Object> values = new HashMap<>(constants);
    values.put("messages", messages.messages());
    values.put("add_generation_prompt", true);
    if (!messages.tools().isEmpty()) {
      values.put("tools", messages.tools());
    }
    return JinjaSandbox.render(jinja, "chat template", source, values);
  }

  /** Called by templates to reject messages. */
  @SuppressWarnings("DoNotCallSuggester") // called only by templates
  public static String raise(String reason) {
    throw new IllegalArgumentException(reason);
  }
}
