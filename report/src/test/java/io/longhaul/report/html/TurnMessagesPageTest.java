package io.longhaul.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnMessagesPageTest {
  private static final String SYSTEM = "{\"role\": \"system\", \"content\": \"You are brief.\"}";
  private static final String QUESTION = "{\"role\": \"user\", \"content\": \"Why </pre><b>?\"}";
  private static final String ANSWER = "{\"role\": \"assistant\", \"content\": \"Because.\"}";
  private static final String FURTHER = "{\"role\": \"user\", \"content\": \"And then?\"}";

  @TempDir Path folder;

  @Test
  void eachMessageIsShownOnceInTheTurnThatSentItFirst() throws IOException {
    String page =
        page(
            new TurnMessagesPage.Bounds(40, 60, 8000),
            turn("a", 0, 0, SYSTEM, QUESTION),
            turn("a", 1, 10, SYSTEM, QUESTION, ANSWER, FURTHER));

    assertThat(page)
        .containsSubsequence(
            "a: 2 turns, 4 different messages",
            "Turn 0: 2 messages, 0 of them as in earlier turns",
            "You are brief.",
            "Turn 1: 4 messages, 2 of them as in earlier turns",
            "Because.",
            "And then?");
    assertThat(page.split("You are brief", -1)).hasSize(2);
    assertThat(page).contains("Why &lt;/pre&gt;&lt;b&gt;?").doesNotContain("<b>");
  }

  @Test
  void conversationsTurnsAndCharactersAreLimited() throws IOException {
    String page =
        page(
            new TurnMessagesPage.Bounds(2, 1, 5),
            turn("late", 0, 30, QUESTION),
            turn("first", 0, 10, SYSTEM),
            turn("second", 0, 20, SYSTEM),
            turn("first", 1, 40, SYSTEM, FURTHER));

    assertThat(page)
        .containsSubsequence("2 of 3 conversations", "first: 1 turns", "1 further turns", "second:")
        .contains("You a</pre>", "9 further characters (see --content-cap)")
        .doesNotContain("late:", "And then?");
  }

  @Test
  void subagentsComeAfterTheConversationsThatStartThem() throws IOException {
    assertThat(
            page(
                new TurnMessagesPage.Bounds(40, 60, 8000),
                turn("sub", 0, 0, QUESTION).replace("\"agent_depth\": 0", "\"agent_depth\": 1"),
                turn("root", 0, 10, QUESTION)))
        .containsSubsequence("root: 1 turns", "sub: 1 turns");
  }

  @Test
  void messagesWithPartsAreShownAsJson() throws IOException {
    assertThat(
            page(
                new TurnMessagesPage.Bounds(40, 60, 8000),
                turn(
                    "a",
                    0,
                    0,
                    "{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"x\"}]}")))
        .contains("{&quot;content&quot;:[{&quot;type&quot;:&quot;text&quot;");
  }

  @Test
  void thePageIsReadableOnlyByItsOwnerAndNeedsExportedExchanges() throws IOException {
    Path file = folder.resolve(ExportLayout.TURN_MESSAGES);
    TurnMessagesPage.Bounds bounds = new TurnMessagesPage.Bounds(1, 1, 1);
    assertThatThrownBy(() -> TurnMessagesPage.write(folder, file, bounds))
        .isInstanceOf(NoSuchFileException.class);

    page(bounds, turn("a", 0, 0, SYSTEM));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private String page(TurnMessagesPage.Bounds bounds, String... lines) throws IOException {
    Path file = folder.resolve(ExportLayout.TURN_MESSAGES);
    Files.writeString(folder.resolve("profile_export_raw.jsonl"), String.join("\n", lines), UTF_8);
    TurnMessagesPage.write(folder, file, bounds);
    return Files.readString(file, UTF_8);
  }

  private static String turn(String session, int turn, long millis, String... messages) {
    return """
    {"metadata": {"x_correlation_id": "%s", "turn_index": %d, "request_start_ns": %d, "agent_depth": 0}, "payload": {"messages": [%s]}}"""
        .formatted(session, turn, millis * 1_000_000, String.join(", ", messages));
  }
}
