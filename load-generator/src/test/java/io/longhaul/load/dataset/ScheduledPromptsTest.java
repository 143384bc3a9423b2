package io.longhaul.load.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.dataset.file.PromptFile;
import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.prompt.Turn;
import io.longhaul.load.dataset.synthetic.FakeStubbornTokenizer;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.request.Message;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prompt and session files whose timestamps define a schedule. */
class ScheduledPromptsTest {
  private static final long MS = 1_000_000;

  private final Tokenizer twoForEachChar = new FakeStubbornTokenizer();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void createThePath() {
    file = folder.resolve("prompts.jsonl");
  }

  @Test
  void promptsAreDueAtTheirTimestampsAndOrderedByTime() throws IOException {
    PromptSource source =
        sourceOf(
            FileType.SINGLE_TURN,
            """
            {"text": "third", "timestamp": 2500.5}
            {"text": "first", "timestamp": 1000}
            {"text": "fourth", "timestamp": 2500.5}
            {"text": "second", "timestamp": 1200}
            """);

    assertThat(texts(source)).containsExactly("first", "second", "third", "fourth");
    assertThat(dueNanos(source))
        .as("counted from the first")
        .containsExactly(0L, 200 * MS, 1_500 * MS + MS / 2, 1_500 * MS + MS / 2);
    assertThat(source.isInMemory()).isTrue();
    assertThat(source.conversation(0).sessionId()).as("as the file has it").endsWith("1");
  }

  @Test
  void laterTurnsHaveATimestampOrADelay() throws IOException {
    Conversation talk =
        sourceOf(
                FileType.SINGLE_TURN,
                """
                {"session_id": "s", "text": "a", "timestamp": 500}
                {"text": "alone", "timestamp": 700}
                {"session_id": "s", "text": "b", "timestamp": 900}
                {"session_id": "s", "text": "c", "delay": 30}
                {"session_id": "s", "text": "d"}
                """)
            .conversation(0);

    assertThat(talk.sendsHistory()).isFalse();
    assertThat(talk.turns())
        .extracting(Turn::recordedNanos)
        .containsExactly(null, 400 * MS, null, null);
    assertThat(talk.turns()).extracting(Turn::delayNanos).containsExactly(0L, 0L, 30 * MS, 0L);
  }

  @Test
  void aSystemMessageNeedsNoTimestamp() throws IOException {
    PromptSource source =
        sourceOf(
            FileType.MULTI_TURN,
            """
            {"turns": [{"role": "system", "text": "Be brief"}, {"text": "one", "timestamp": 300}, {"text": "two", "timestamp": 800}]}
            {"session_id": "s", "turns": [{"text": "early", "timestamp": 100}]}
            {"session_id": "s", "turns": [{"text": "late", "delay": 5}, {"text": "later", "timestamp": 100}]}
            """);

    assertThat(dueNanos(source)).containsExactly(0L, 200 * MS);
    assertThat(source.conversation(0).turns()).hasSize(3);
    assertThat(source.conversation(0).turns().get(2).recordedNanos()).isZero();
    Conversation talk = source.conversation(1);
    assertThat(talk.sendsHistory()).isTrue();
    assertThat(talk.first().before()).containsExactly(new Message("system", List.of("Be brief")));
    assertThat(talk.turns()).extracting(Turn::recordedNanos).containsExactly(null, 700 * MS);
  }

  @Test
  void aSystemMessageWithATimestampIsATurn() throws IOException {
    PromptSource source =
        sourceOf(
            FileType.MULTI_TURN,
            """
            {"turns": [{"role": "system", "text": "Be brief", "timestamp": 100}, {"text": "one", "timestamp": 300}]}
            """);

    assertThat(source.conversation(0).turns()).hasSize(2);
    assertThat(source.conversation(0).first().before()).isEmpty();
  }

  @Test
  void offsetsAreInclusiveAndSelectLines() throws IOException {
    write(
        """
        {"text": "too early", "timestamp": 199}
        {"session_id": "s", "text": "too early, too", "timestamp": 10}
        {"text": "on the dot", "timestamp": 200}
        {"session_id": "s", "text": "first", "timestamp": 300}
        {"session_id": "s", "text": "second", "delay": 7}
        {"text": "at the end", "timestamp": 800}
        {"session_id": "s", "text": "too late", "timestamp": 801}
        """);
    TracePlan part = new TracePlan(512, 1, false, 200 * MS, 800 * MS, null, null);
    PromptSource source = PromptSources.of(aPlan().trace(part).build(), twoForEachChar);

    assertThat(texts(source)).containsExactly("on the dot", "first", "at the end");
    assertThat(dueNanos(source)).containsExactly(0L, 100 * MS, 600 * MS);
    assertThat(source.conversation(1).turns()).hasSize(2);
  }

  @Test
  void aLineWithoutATimestampIsOmittedWithThePrecedingLine() throws IOException {
    write(
        """
        {"session_id": "s", "text": "too early", "timestamp": 0}
        {"session_id": "s", "text": "so is its answer", "delay": 500}
        {"session_id": "t", "text": "t in time", "timestamp": 300}
        {"session_id": "s", "text": "s in time", "timestamp": 400}
        {"session_id": "s", "text": "and on", "delay": 7}
        {"session_id": "t", "text": "too late", "timestamp": 900}
        {"session_id": "t", "text": "later still", "delay": 5}
        {"text": "alone", "timestamp": 500}
        """);
    TracePlan part = new TracePlan(512, 1, false, 200 * MS, 800 * MS, null, null);
    PromptSource source = PromptSources.of(aPlan().trace(part).build(), twoForEachChar);

    assertThat(texts(source)).containsExactly("t in time", "s in time", "alone");
    assertThat(source.conversation(0).turns()).hasSize(1);
    assertThat(source.conversation(1).turns()).hasSize(2);
    assertThat(source.conversation(1).turns().get(1).delayNanos()).isEqualTo(7 * MS);
  }

  @Test
  void aSystemMessageCanHaveItsOwnLine() throws IOException {
    String lines =
        """
        {"session_id": "s", "turns": [{"role": "system", "text": "Be brief"}]}
        {"session_id": "cut", "turns": [{"role": "system", "text": "Be long"}]}
        {"session_id": "cut", "turns": [{"text": "too late", "timestamp": 900}]}
        {"session_id": "s", "turns": [{"text": "a", "timestamp": 0}, {"text": "b", "delay": 3}]}
        """;
    TracePlan part = new TracePlan(512, 1, true, null, 800 * MS, null, null);
    write(lines);
    RunPlan plan = aPlan().fileType(FileType.MULTI_TURN).trace(part).build();

    assertThat(PromptFile.check(plan.dataset(), Endpoints.CHAT, true).orElseThrow())
        .isEqualTo(new PromptFileSummary(1, 2, 0, 0, Optional.empty()));
    PromptSource source = PromptSources.of(plan, twoForEachChar);
    assertThat(source.entries()).isEqualTo(1);
    Conversation talk = source.conversation(0);
    assertThat(talk.first().before()).containsExactly(new Message("system", List.of("Be brief")));
    assertThat(talk.turns()).hasSize(2);
  }

  @Test
  void withoutAScheduleALoneSystemMessageIsATurn() throws IOException {
    write(
        """
        {"session_id": "s", "turns": [{"role": "system", "text": "Be brief"}]}
        {"session_id": "t", "turns": [{"role": "system", "text": "Be long"}]}
        {"session_id": "s", "turns": [{"text": "a"}, {"text": "b"}]}
        {"session_id": "u", "turns": [{"role": "system", "text": "Be kind"}]}
        {"session_id": "u", "turns": [{"role": "system", "text": "Be quick"}]}
        """);
    RunPlan plan =
        aPlan().fileType(FileType.MULTI_TURN).fixedSchedule(false).requestCount(4).build();

    assertThat(PromptFile.check(plan.dataset(), Endpoints.CHAT, false).orElseThrow())
        .isEqualTo(new PromptFileSummary(3, 5, 0, 0, Optional.empty()));
    PromptSource source = PromptSources.of(plan, twoForEachChar);
    assertThat(texts(source)).containsExactly("a", "Be long", "Be kind");
    assertThat(source.conversation(0).turns()).hasSize(2);
    assertThat(source.conversation(2).turns()).hasSize(2);
  }

  @Test
  void aSessionWithOnlyASystemMessageHasNoTimestamp() throws IOException {
    write(
        """
        {"session_id": "s", "turns": [{"role": "system", "text": "Be brief"}]}
        {"turns": [{"text": "a", "timestamp": 0}]}
        """);
    RunPlan plan = aPlan().fileType(FileType.MULTI_TURN).build();

    assertThatThrownBy(() -> PromptFile.check(plan.dataset(), Endpoints.CHAT, true))
        .hasMessage(
            "Cannot use "
                + file
                + ": session s has only a system message (a fixed schedule needs"
                + " a turn with a timestamp)");
  }

  @Test
  void sessionsOnOneLineAreKeptCompletelyIfTheyStartWithinTheOffsets() throws IOException {
    write(
        """
        {"turns": [{"text": "too early", "timestamp": 100}, {"text": "and its answer", "timestamp": 300}]}
        {"turns": [{"text": "in time", "timestamp": 300}, {"text": "and on", "timestamp": 900}]}
        """);
    TracePlan part = new TracePlan(512, 1, true, null, 800 * MS, null, null);
    TracePlan later = new TracePlan(512, 1, false, 200 * MS, 800 * MS, null, null);
    RunPlanBuilder plan = aPlan().fileType(FileType.MULTI_TURN);

    assertThat(PromptSources.of(plan.trace(part).build(), twoForEachChar).entries()).isEqualTo(2);
    PromptSource source = PromptSources.of(plan.trace(later).build(), twoForEachChar);
    assertThat(source.entries()).isEqualTo(1);
    assertThat(source.conversation(0).turns()).hasSize(2);
    assertThat(source.conversation(0).turns().get(1).recordedNanos()).isEqualTo(700 * MS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{\"text\": \"b\"} ! no timestamp (a fixed schedule needs one for each session)",
        "{\"text\": \"b\", \"session_id\": \"t\", \"delay\": 5}"
            + " ! no timestamp (a fixed schedule needs one for each session)",
        "{\"text\": \"b\", \"session_id\": \"s\", \"timestamp\": 99.5} ! timestamps of its session"
            + " decrease from 100 to 99.5 ms (order turns by timestamp)",
        "{\"text\": \"b\", \"timestamp\": \"noon\"}"
            + " ! timestamp is \"noon\" (0 or more milliseconds)",
        "{\"text\": \"b\", \"timestamp\": -1} ! timestamp is -1 (0 or more milliseconds)",
      })
  void aLineThatCannotBeScheduledIsReportedWithItsNumber(String line, String reason)
      throws IOException {
    write("{\"text\": \"a\", \"session_id\": \"s\", \"timestamp\": 100}\n\n" + line + "\n");

    assertThatThrownBy(() -> PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, true))
        .isInstanceOf(DatasetException.class)
        .hasMessage("Invalid prompt: " + file + ":3: " + reason);
  }

  @Test
  void timestampsWithinALineMustNotDecrease() throws IOException {
    write(
        """
        {"turns": [{"text": "a", "timestamp": 5}, {"text": "b", "delay": 1}, {"text": "c", "timestamp": 4}]}
        {"turns": [{"text": "a"}, {"text": "b", "timestamp": 4}]}
        """);
    RunPlan plan = aPlan().fileType(FileType.MULTI_TURN).build();

    assertThatThrownBy(() -> PromptFile.check(plan.dataset(), Endpoints.CHAT, true))
        .hasMessage(
            "Invalid prompt: "
                + file
                + ":1: timestamps of its session decrease from 5 to 4 ms (order turns by"
                + " timestamp)\n"
                + "Invalid prompt: "
                + file
                + ":2: no timestamp (a fixed schedule needs one for each session)");
    assertThat(PromptFile.check(plan.dataset(), Endpoints.CHAT, false))
        .as("times mean nothing without a schedule")
        .isPresent();
  }

  @Test
  void aFileWithNothingWithinTheOffsetsIsRejected() throws IOException {
    write("{\"text\": \"a\", \"timestamp\": 100}\n");
    TracePlan past = new TracePlan(512, 1, false, 60_000 * MS, null, null, null);
    RunPlan plan = aPlan().trace(past).build();

    assertThatThrownBy(() -> PromptFile.check(plan.dataset(), Endpoints.CHAT, true))
        .hasMessage("Cannot use " + file + ": none of its requests is within the offsets");
  }

  @Test
  void withoutAScheduleTimestampsAreIgnored() throws IOException {
    write("{\"text\": \"b\", \"timestamp\": 300}\n{\"text\": \"a\", \"timestamp\": 100}\n");
    PromptSource source =
        PromptSources.of(aPlan().fixedSchedule(false).requestCount(2).build(), twoForEachChar);

    assertThat(texts(source)).containsExactly("b", "a");
    assertThatThrownBy(() -> source.dueNanos(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void withoutAScheduleInvalidTimestampsAreIgnored() throws IOException {
    write("{\"text\": \"hi\", \"timestamp\": \"2024-05-01T10:00:00Z\"}\n");

    assertThat(PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false)).isPresent();
    assertThatThrownBy(() -> PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, true))
        .hasMessageEndingWith("timestamp is \"2024-05-01T10:00:00Z\" (0 or more milliseconds)");
  }

  @Test
  void aWarmupDoesNotConsumeTheSchedule() throws IOException {
    write("{\"text\": \"a\", \"timestamp\": 0}\n{\"text\": \"b\", \"timestamp\": 9}\n");
    PromptSource source =
        PromptSources.of(
            aPlan().warmupRequestCount(3).warmupConcurrency(1).build(), twoForEachChar);

    assertThat(source.entryFor(3)).isZero();
    assertThat(source.entryFor(4)).isEqualTo(1);
    assertThat(IntStream.range(0, 3).map(source::entryFor)).containsOnly(0, 1);
  }

  @Test
  void countsSessionsRequestsAndLongDelays() throws IOException {
    write(
        """
        {"session_id": "s", "text": "a", "timestamp": 0, "delay": 99000}
        {"session_id": "s", "text": "b", "timestamp": 70000, "delay": 70000}
        {"session_id": "s", "text": "c", "delay": 60000}
        {"session_id": "s", "text": "d", "delay": 60001}
        {"text": "e", "timestamp": 5}
        """);

    assertThat(PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, true))
        .isEqualTo(Optional.of(new PromptFileSummary(2, 5, 1, 60_001 * MS, Optional.empty())));
    assertThat(PromptFile.check(aPlan().build().dataset(), Endpoints.CHAT, false))
        .isEqualTo(Optional.of(new PromptFileSummary(2, 5, 2, 70_000 * MS, Optional.empty())));
  }

  @Test
  void theFileKindIncludesWhetherItHasTimestamps() throws IOException {
    write("{\"text\": \"a\", \"timestamp\": 0}\n");
    assertThat(PromptFile.kindOf(file))
        .isEqualTo(new PromptFile.Kind(Optional.of(FileType.SINGLE_TURN), true));
    write(
        "{\"turns\": [{\"role\": \"system\", \"text\": \"s\"}, {\"text\": \"a\", \"timestamp\":"
            + " 0}]}");
    assertThat(PromptFile.kindOf(file))
        .isEqualTo(new PromptFile.Kind(Optional.of(FileType.MULTI_TURN), true));
  }

  private PromptSource sourceOf(FileType type, String lines) throws IOException {
    write(lines);
    return PromptSources.of(aPlan().fileType(type).build(), twoForEachChar);
  }

  private void write(String lines) throws IOException {
    Files.writeString(file, lines);
  }

  private static List<String> texts(PromptSource source) {
    return IntStream.range(0, source.entries()).mapToObj(i -> source.entry(i).text()).toList();
  }

  private static List<Long> dueNanos(PromptSource source) {
    return IntStream.range(0, source.entries()).mapToObj(source::dueNanos).toList();
  }

  private RunPlanBuilder aPlan() {
    return RunPlanBuilder.plan("run")
        .model("m")
        .tokenizer("builtin")
        .inputFile(file.toString())
        .fileType(FileType.SINGLE_TURN)
        .fixedSchedule(true);
  }
}
