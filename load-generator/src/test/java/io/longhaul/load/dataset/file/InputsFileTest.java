package io.longhaul.load.dataset.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsFileTest {
  @TempDir Path folder;

  @Test
  void everyEntryIsASessionWithItsPayloads() throws IOException {
    write("{\"stream\":true,\"temperature\":0.10,\"messages\":[]}", "{}");

    assertThat(file())
        .content()
        .isEqualTo(
            """
            {
              "data": [
                {
                  "session_id": "s0",
                  "payloads": [
                    {
                      "stream": true,
                      "temperature": 0.10,
                      "messages": []
                    }
                  ]
                },
                {
                  "session_id": "s1",
                  "payloads": [
                    {}
                  ]
                }
              ]
            }\
            """);
  }

  @Test
  void anIncompleteFileIsNotPublished() {
    assertThatThrownBy(() -> write("{}", "no JSON")).isInstanceOf(IOException.class);

    assertThat(file()).doesNotExist();
  }

  private void write(String... bodies) throws IOException {
    List<String> entries = List.of(bodies);
    InputsFile.write(
        file(),
        entries.size(),
        entry -> new InputsFile.Input("s" + entry, List.of(entries.get(entry).getBytes(UTF_8))));
    assertThat(folder.toFile().list()).as("no other file").hasSize(1);
  }

  private Path file() {
    return folder.resolve("inputs.json");
  }
}
