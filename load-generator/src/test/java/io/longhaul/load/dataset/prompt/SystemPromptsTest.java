package io.longhaul.load.dataset.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.load.dataset.PromptSources;
import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.PrefixPlan;
import io.longhaul.load.plan.dataset.SessionPlan;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** System prompts and cache-bust markers in prompts of all sources. */
class SystemPromptsTest {
  private static final String BRIEF = "Answer in one sentence.";
  private static Tokenizer builtin;

  @TempDir Path folder;

  @BeforeAll
  static void load() {
    builtin =
        Tokenizers.ofThisProcess()
            .load(new TokenizerPlan("builtin", "main", false), false)
            .tokenizer();
  }

  @AfterAll
  static void close() {
    builtin.close();
  }

  @Test
  void aSystemPromptPrecedesEachConversationAndItsTokensAreCounted() {
    PromptSource source =
        sourceOf(aPlan().systemPrompt(BRIEF).prefixes(new PrefixPlan(0, 0, 0, 7)));

    for (int entry = 0; entry < source.entries(); entry++) {
      Prompt first = source.entry(entry);
      assertThat(first.before()).extracting(Message::role).containsExactly("system", "user");
      assertThat(first.before().get(0).texts()).containsExactly(BRIEF);
      assertThat(first.inputTokens()).isEqualTo(40 + 7 + builtin.count(BRIEF));
      assertThat(first.requestedInputTokens()).isEqualTo(first.inputTokens());
      assertThat(first.hash()).isEqualTo(PromptHash.of(first.identities()));
    }
    Conversation talk = source.conversation(0);
    assertThat(talk.turns().get(1).prompt().before()).isEmpty();
    assertThat(talk.first().text())
        .isEqualTo(sourceOf(aPlan().prefixes(new PrefixPlan(0, 0, 0, 7))).entry(0).text());
  }

  @Test
  void aSystemMessageInTheFileIsAppendedToTheSystemPrompt() throws IOException {
    Path file =
        write(
            """
            {"turns": [{"role": "system", "text": "Be polite."}, {"text": "one"}]}
            {"turns": [{"text": "two"}]}
            """);
    PromptSource source =
        sourceOf(
            aPlan().systemPrompt(BRIEF).inputFile(file.toString()).fileType(FileType.MULTI_TURN));

    String both = BRIEF + "\n\nBe polite.";
    assertThat(source.entry(0).before()).containsExactly(new Message("system", List.of(both)));
    assertThat(source.entry(0).inputTokens()).isCloseTo(builtin.count(both + " one"), within(1));
    assertThat(source.entry(1).before()).containsExactly(new Message("system", List.of(BRIEF)));
  }

  @Test
  void eachSessionHasAUniqueReproducibleMarker() {
    PromptSource source = sourceOf(aPlan().cacheBust(CacheBust.FIRST_TURN_PREFIX));
    PromptSource again = sourceOf(aPlan().cacheBust(CacheBust.FIRST_TURN_PREFIX));
    PromptSource other = sourceOf(aPlan().seed(9).cacheBust(CacheBust.FIRST_TURN_PREFIX));

    Set<String> texts = new HashSet<>();
    for (int session = 0; session < 30; session++) {
      Conversation talk = source.conversationFor(session);
      assertThat(talk.first().text()).matches("(?s)\\[rid:[0-9a-f]{12}]\n\n\\S.*");
      texts.add(talk.first().text().substring(0, 20));
      assertThat(talk).isEqualTo(again.conversationFor(session));
      assertThat(talk.turns().get(1)).isEqualTo(source.conversation(session % 10).turns().get(1));
      assertThat(other.conversationFor(session).first().text().substring(0, 20))
          .isNotEqualTo(talk.first().text().substring(0, 20));
    }
    assertThat(texts).hasSize(30);
    assertThat(source.variesBySession()).isTrue();
    assertThat(source.conversation(3).first().text()).as("for inputs.json").doesNotContain("[rid");
  }

  @ParameterizedTest
  @EnumSource(CacheBust.class)
  void aMarkedPromptHasAboutTheRequestedLengthAndAnExactCount(CacheBust placement) {
    PromptSource source =
        sourceOf(
            aPlan()
                .cacheBust(placement)
                .prefixes(new PrefixPlan(0, 0, 60, 0))
                .warmupRequestCount(5));

    for (int session = 0; session < 20; session++) {
      Prompt first = source.conversationFor(session).first();
      String system = first.before().get(0).texts().get(0);
      assertThat(first.inputTokens())
          .isEqualTo(builtin.count(system) + builtin.count(first.text()));
      assertThat(first.requestedInputTokens()).isEqualTo(100);
      assertThat(first.inputTokens()).isCloseTo(100, within(5));
      assertThat(first.hash()).isEqualTo(PromptHash.of(first.identities()));
      boolean isMarked = placement != CacheBust.NONE && (!placement.isOfWarmup() || session < 5);
      String marked = placement.isInSystem() ? system : first.text();
      String mark = placement.isOfWarmup() ? "[warmup]" : "[rid:";
      assertThat(marked.contains(mark)).isEqualTo(isMarked);
      assertThat(marked.indexOf(mark) > 0).isEqualTo(isMarked && placement.isSuffix());
    }
  }

  @Test
  void withoutASystemMessageTheFirstTurnIsMarked() throws IOException {
    Path file = write("{\"turns\": [{\"text\": \"one\"}, {\"text\": \"two\"}]}\n");
    RunPlanBuilder plan = aPlan().inputFile(file.toString()).fileType(FileType.MULTI_TURN);

    Conversation talk = sourceOf(plan.cacheBust(CacheBust.SYSTEM_SUFFIX)).conversationFor(4);
    Conversation conversation = sourceOf(plan.systemPrompt(BRIEF)).conversationFor(4);

    assertThat(talk.first().text()).matches("one\n\n\\[rid:[0-9a-f]{12}]");
    assertThat(conversation.first().text()).isEqualTo("one");
    assertThat(conversation.first().before().get(0).texts().get(0))
        .matches("Answer in one sentence\\.\n\n\\[rid:[0-9a-f]{12}]");
  }

  @Test
  void theFirstOfSeveralTextsIsMarked() {
    for (CacheBust placement : List.of(CacheBust.FIRST_TURN_PREFIX, CacheBust.FIRST_TURN_SUFFIX)) {
      Prompt first =
          sourceOf(aPlan().batch(new BatchPlan(3, 1, 1, 1)).cacheBust(placement))
              .conversationFor(2)
              .first();

      List<String> texts = first.texts();
      assertThat(texts).hasSize(3);
      assertThat(texts.get(0)).matches("(?s).*\\[rid:[0-9a-f]{12}].*");
      assertThat(texts.get(0).startsWith("[rid:")).isEqualTo(placement.isPrefix());
      assertThat(texts.subList(1, 3)).noneMatch(text -> text.contains("[rid:"));
    }
  }

  @Test
  void independentTurnsAllHaveTheSystemPromptAndMarker() throws IOException {
    Path file =
        write(
            """
            {"session_id": "s", "text": "one"}
            {"session_id": "s", "text": "two"}
            """);
    Conversation talk =
        sourceOf(
                aPlan()
                    .systemPrompt(BRIEF)
                    .cacheBust(CacheBust.FIRST_TURN_PREFIX)
                    .inputFile(file.toString()))
            .conversationFor(0);

    assertThat(talk.turns()).hasSize(2);
    String mark = talk.first().text().substring(0, 20);
    for (Turn turn : talk.turns()) {
      assertThat(turn.prompt().before()).containsExactly(new Message("system", List.of(BRIEF)));
      assertThat(turn.prompt().text()).startsWith(mark).matches("(?s)\\[rid:.{12}]\n\n(one|two)");
    }
  }

  @Test
  void markersOfTraceLinesAreAddedToTheCount() throws IOException {
    Path file = write("{\"input_length\": 30}\n{\"text_input\": \"Hello there\"}\n");
    PromptSource source =
        sourceOf(
            aPlan()
                .cacheBust(CacheBust.FIRST_TURN_SUFFIX)
                .inputFile(file.toString())
                .fileType(FileType.MOONCAKE_TRACE));

    for (int session = 0; session < 2; session++) {
      Prompt first = source.promptFor(session);
      assertThat(first.text()).endsWith("]");
      assertThat(first.inputTokens()).isEqualTo(builtin.count(first.text()));
    }
    source.close();
  }

  @Test
  void payloadsCannotBeCombinedWithSystemPromptsOrMarkers() throws IOException {
    Path file =
        write(
            """
            {"text_input": "a"}
            {"messages": [{"role": "user", "content": "b"}]}
            """);
    RunPlan plan =
        aPlan()
            .systemPrompt(BRIEF)
            .inputFile(file.toString())
            .fileType(FileType.MOONCAKE_TRACE)
            .build();

    assertThatThrownBy(() -> PromptFile.check(plan.dataset(), Endpoints.CHAT, false))
        .hasMessage(
            "Invalid trace: "
                + file
                + ":2: a line with messages is sent unchanged (remove --system-prompt and"
                + " --cache-bust)");
  }

  private PromptSource sourceOf(RunPlanBuilder plan) {
    return PromptSources.of(plan.build(), builtin);
  }

  private Path write(String lines) throws IOException {
    return Files.writeString(folder.resolve("prompts.jsonl"), lines);
  }

  private static RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run-1")
        .model("m")
        .inputTokens(40, 0)
        .entries(10)
        .sessions(new SessionPlan(2, 0, 0, 0, 1));
  }
}
