package io.longhaul.load.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a server makes of messages before its model reads them: a tokenizer's own template of Jinja,
 * which marks whose words are whose. Immutable, any thread.
 */
public final class ChatTemplate {
  private static final String CONFIG = "tokenizer_config.json";
  private static final String FILE = "chat_template.jinja";
  private static final String MEMBER = "chat_template";
  private static final String DEFAULT = "default";
  private static final String LABEL = "chat template";

  /** The engine does not always heed a dash in a tag; so white space goes before it sees it. */
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
   * The template of the tokenizer in a folder: {@code chat_template.jinja}, or {@code
   * chat_template} of its {@code tokenizer_config.json}.
   *
   * @return empty when it has none
   * @throws IOException when a file cannot be read
   * @throws IllegalArgumentException when messages cannot be written with it
   */
  public static Optional<ChatTemplate> in(Path folder) throws IOException {
    Path config = folder.resolve(CONFIG);
    JsonNode members =
        Files.isRegularFile(config)
            ? UntrustedJson.MAPPER.readTree(Files.readString(config))
            : UntrustedJson.MAPPER.createObjectNode();
    Path file = folder.resolve(FILE);
    String source =
        Files.isRegularFile(file) ? Files.readString(file) : sourceIn(members.path(MEMBER));
    if (source == null) {
      return Optional.empty();
    }
    ChatTemplate template = new ChatTemplate(source, specialTokens(members));
    template.render(ChatMessages.ofUser("Hello"));
    return Optional.of(template);
  }

  /** One text, or a list of named ones. */
  private static String sourceIn(JsonNode member) {
    if (member.isTextual()) {
      return member.textValue();
    }
    for (JsonNode named : member) {
      if (named.path("name").asText().equals(DEFAULT) && named.path("template").isTextual()) {
        return named.get("template").textValue();
      }
    }
    return null;
  }

  /** Each is a text, or an object with one. */
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
   * What the model reads, up to where its answer begins.
   *
   * @throws IllegalArgumentException when the template cannot write these messages
   */
  public String render(ChatMessages messages) {
    Map<String, Object> values = new HashMap<>(constants);
    values.put("messages", messages.messages());
    values.put("add_generation_prompt", true);
    if (!messages.tools().isEmpty()) {
      values.put("tools", messages.tools());
    }
    return JinjaSandbox.render(jinja, LABEL, source, values);
  }

  /** How a template refuses messages. */
  @SuppressWarnings("DoNotCallSuggester") // templates call it, and nobody else
  public static String raise(String reason) {
    throw new IllegalArgumentException(reason);
  }
}
