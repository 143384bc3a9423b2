package io.longhaul.load.endpoint.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.endpoint.json.UntrustedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expected outputs were compared with those of transformers 5.23. */
class ChatTemplateTest {
  private static final String TALK =
      """
      {"model": "m", "messages": [
        {"role": "system", "content": "Be <brief> & \\"kind\\"."},
        {"role": "user", "content": " Hello {{ there }}\\n"},
        {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": "Why?"}]}
      """;

  private static final String CHATML =
      """
      {%- for message in messages %}
          {%- if loop.first and message.role != 'system' %}
              {{- '<|im_start|>system\\nYou are helpful.<|im_end|>\\n' }}
          {%- endif %}
          {{- '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}
      {%- endfor %}
      {%- if add_generation_prompt %}
          {{- '<|im_start|>assistant\\n' }}
      {%- endif %}
      """;

  private static final String ALTERNATING =
      """
      {% if messages[0]['role'] == 'system' %}
        {% set loop_messages = messages[1:] %}
        {% set system_message = messages[0]['content'] %}
      {% else %}
        {% set loop_messages = messages %}
        {% set system_message = false %}
      {% endif %}
      {% for message in loop_messages %}
        {% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}
          {{ raise_exception('Conversation roles must alternate') }}
        {% endif %}
        {% if loop.index0 == 0 and system_message %}
          {% set content = '<<SYS>>\\n' + system_message + '\\n<</SYS>>\\n\\n' + message['content'] %}
        {% else %}
          {% set content = message['content'] %}
        {% endif %}
        {% if message['role'] == 'user' %}
      {{ bos_token + '[INST] ' + content | trim + ' [/INST]' }}
        {%- elif message['role'] == 'assistant' %}
      {{ ' ' + content | trim + ' ' + eos_token }}
        {%- endif %}
      {% endfor %}
      """;

  @TempDir Path folder;

  @Test
  void aTemplateRendersMessagesUpToTheGenerationPrompt() throws IOException {
    Files.writeString(folder.resolve("chat_template.jinja"), CHATML);

    assertThat(template().render(messagesOf(TALK)))
        .isEqualTo(
            """
            <|im_start|>system
            Be <brief> & "kind".<|im_end|>
            <|im_start|>user
             Hello {{ there }}
            <|im_end|>
            <|im_start|>assistant
            Hi.<|im_end|>
            <|im_start|>user
            Why?<|im_end|>
            <|im_start|>assistant
            """);
  }

  @Test
  void specialTokensAreReadFromTheConfiguration() throws IOException {
    configure(ALTERNATING);

    assertThat(template().render(messagesOf(TALK)))
        .isEqualTo(
            "<s>[INST] <<SYS>>\nBe <brief> & \"kind\".\n<</SYS>>\n\n Hello {{ there }} [/INST]"
                + " Hi. </s><s>[INST] Why? [/INST]");
  }

  @Test
  void loopVariablesCanBeReassigned() throws IOException {
    configure(
        "{% set loop_messages = messages %}{% for message in loop_messages %}{% set content ="
            + " '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n"
            + "\\n"
            + "'+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set"
            + " content = bos_token + content %}{% endif %}{{ content }}{% endfor %}{% if"
            + " add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n"
            + "\\n"
            + "' }}{% endif %}");

    assertThat(template().render(messagesOf(TALK)))
        .isEqualTo(
            "<s><|start_header_id|>system<|end_header_id|>\n\nBe <brief> & \"kind\".<|eot_id|>"
                + "<|start_header_id|>user<|end_header_id|>\n\nHello {{ there }}<|eot_id|>"
                + "<|start_header_id|>assistant<|end_header_id|>\n\nHi.<|eot_id|>"
                + "<|start_header_id|>user<|end_header_id|>\n\nWhy?<|eot_id|>"
                + "<|start_header_id|>assistant<|end_header_id|>\n\n");
  }

  @Test
  void theDefaultOfSeveralNamedTemplatesIsUsed() throws IOException {
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        """
        {"chat_template": [{"name": "tool_use", "template": "x"}, {"name": "default", "template": "{{ messages[0].content }}!"}]}
        """);

    assertThat(template().render(ChatMessages.ofUser("Hello"))).isEqualTo("Hello!");
  }

  @Test
  void aTokenizerCanLackATemplate() throws IOException {
    assertThat(ChatTemplate.in(folder)).isEmpty();

    Files.writeString(folder.resolve("tokenizer_config.json"), "{\"bos_token\": \"<s>\"}");
    assertThat(ChatTemplate.in(folder)).isEmpty();
  }

  @Test
  void aTemplateThatCannotBeRenderedIsRejected() throws IOException {
    configure("{{ raise_exception('never') }}");
    assertThatThrownBy(this::template)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("raise_exception");

    configure("{% include '/etc/passwd' %}");
    assertThatThrownBy(this::template).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void messagesAreReadFromBodiesOfAllChatApis() {
    assertThat(
            messagesOf(
                    """
                    {"system": "S", "messages": [{"role": "user", "content": [
                      {"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}]}
                    """)
                .messages())
        .containsExactly(
            Map.of("role", "system", "content", "S"), Map.of("role", "user", "content", "ab"));
    assertThat(
            messagesOf(
                    """
                    {"instructions": "I", "input": [{"type": "message", "role": "user", "content": "a"}]}
                    """)
                .messages())
        .containsExactly(
            Map.of("role", "system", "content", "I"), Map.of("role", "user", "content", "a"));
    assertThat(
            messagesOf("{\"messages\": [{\"role\": \"user\"}], \"tools\": [{\"a\": 1}]}").tools())
        .isEqualTo(List.of(Map.of("a", 1)));
  }

  private ChatTemplate template() throws IOException {
    return ChatTemplate.in(folder).orElseThrow();
  }

  private static ChatMessages messagesOf(String body) {
    return ChatMessages.in(body.getBytes(UTF_8));
  }

  private void configure(String template) throws IOException {
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        UntrustedJson.MAPPER.writeValueAsString(
            Map.of(
                "chat_template",
                template,
                "bos_token",
                Map.of("content", "<s>"),
                "eos_token",
                "</s>")));
  }
}
