package io.longhaul.load.dataset.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceLinesTest {
  @TempDir Path folder;

  @Test
  void everyMalformedLineIsReportedWithItsNumber() throws IOException {
    Path file = folder.resolve("trace.jsonl");
    Files.writeString(
        file,
        """
        {"input_length": 10, "output_length": 4}
        {"input_length": 10, "text_input": "a"}

        not json
        []
        {"input_length": 10, "hash_ids": ["a"]}
        {"text_input": "a", "hash_ids": [1]}
        {"messages": []}
        {"input_length": -5}
        {"input_length": 2000, "hash_ids": [1, 2, 3, 4]}
        {"session_id": "s", "text_input": "a"}
        {"session_id": "s", "payload": {"a": 1}}
        """);
    List<String> problems = new ArrayList<>();

    long lines = TraceLines.check(file, problems::add);

    assertThat(lines).isEqualTo(11);
    assertThat(problems)
        .containsExactly(
            "Line 2: several of input_length, text_input, messages and payload (give one)",
            "Line 4: not JSON, at column 4",
            "Line 5: not a JSON object (such as {\"text\": \"Hello\"})",
            "Line 6: hash_ids has \"a\" (expected an integer)",
            "Line 7: hash_ids without input_length",
            "Line 8: messages is not a list of messages",
            "Line 9: input_length is -5 (1 or more tokens)",
            "Line 12: session s has payload after text (use one of them in all of its lines)");
  }
}
