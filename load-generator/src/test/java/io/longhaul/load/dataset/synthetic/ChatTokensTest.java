package io.longhaul.load.dataset.synthetic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Expected counts refer to the small tokenizer of these tests; transformers 5.23 yields the same.
 */
class ChatTokensTest {
  private static final Path TOKENIZER =
      Path.of("src/test/resources/io/longhaul/load/tokenizer/tokenizer.json");

  @TempDir Path folder;

  private RunPlan plan;
  private Tokenizer tokenizer;

  @BeforeEach
  void load() throws IOException {
    Files.copy(TOKENIZER, folder.resolve("tokenizer.json"));
    Files.writeString(
        folder.resolve("chat_template.jinja"),
        "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n"
            + "' + m.content + '<|im_end|>\\n"
            + "' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n"
            + "' }}{% endif %}");
    plan = aPlan().build();
    tokenizer = Tokenizers.ofThisProcess().load(plan.tokenizer(), false).tokenizer();
  }

  @AfterEach
  void close() {
    tokenizer.close();
  }

  @Test
  void countsTheRenderedTemplate() {
    ChatTokens chat = ChatTokens.of(plan, tokenizer).orElseThrow();

    assertThat(
            chat.count(
                "{\"messages\": [{\"role\": \"user\", \"content\": \"Shall I compare thee\"}]}"
                    .getBytes(UTF_8)))
        .isEqualTo(44);
    assertThat(chat.tokensPerMessage()).isEqualTo(22);
    assertThat(chat.tokensPerRequest()).isEqualTo(14);
  }

  /** After a failed turn, two user messages follow each other. */
  @Test
  void messagesThatTheTemplateRejectsAreCountedOneByOne() throws IOException {
    Files.writeString(
        folder.resolve("chat_template.jinja"),
        "{% for m in messages %}{% if loop.index0 % 2 == 1 and m.role == 'user' %}"
            + "{{ raise_exception('roles must alternate') }}{% endif %}"
            + "{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}");
    ChatTokens chat = ChatTokens.of(plan, tokenizer).orElseThrow();

    String user = "{\"role\": \"user\", \"content\": \"Shall I compare thee\"}";
    int alone = tokenizer.count("Shall I compare thee");
    assertThat(chat.count(("{\"messages\": [" + user + ", " + user + "]}").getBytes(UTF_8)))
        .isEqualTo(chat.tokensPerRequest() + 2 * (chat.tokensPerMessage() + alone));
  }

  @Test
  void syntheticTextsAreShorterByTheTemplatesTokens() {
    ChatTokens chat = ChatTokens.of(plan, tokenizer).orElseThrow();
    PromptSource source = PromptSources.of(plan, tokenizer);

    for (int entry = 0; entry < source.entries(); entry++) {
      Conversation talk = source.conversation(entry);
      assertThat(talk.first().requestedInputTokens()).isEqualTo(120);
      assertThat(talk.first().inputTokens())
          .isCloseTo(120 - chat.tokensPerMessage() - chat.tokensPerRequest(), within(2));
      assertThat(talk.turns().get(1).prompt().inputTokens())
          .isCloseTo(120 - chat.tokensPerMessage(), within(2));
    }
  }

  @Test
  void withoutTheOptionNothingChanges() {
    RunPlan bare = aPlan().applyChatTemplate(false).build();

    assertThat(ChatTokens.of(bare, tokenizer)).isEmpty();
    assertThat(PromptSources.of(bare, tokenizer).entry(0).inputTokens()).isCloseTo(120, within(2));
  }

  @Test
  void aTokenizerWithoutATemplateCountsOnlyTexts() throws IOException {
    Files.delete(folder.resolve("chat_template.jinja"));

    assertThat(ChatTokens.of(plan, tokenizer)).isEmpty();
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("m")
        .tokenizer(folder.toString())
        .applyChatTemplate(true)
        .inputTokens(120, 0)
        .entries(5)
        .sessions(new SessionPlan(2, 0, 0, 0, 1));
  }
}
