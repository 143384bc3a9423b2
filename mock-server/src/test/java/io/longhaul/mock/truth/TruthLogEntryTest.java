package io.longhaul.mock.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthLogEntryTest {

  @Test
  void theTruthOfARequestThatGotTokensIsKnownByItsId(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("truth.jsonl");
    Files.writeString(
        log,
        """
        {"request_id":"three","received_ns":1000,"write_ns":[1500,1600,1720]}
        {"request_id":"one","received_ns":2000,"write_ns":[2700]}
        {"request_id":"refused","received_ns":3000,"write_ns":[]}
        """);

    assertThat(TruthLogEntry.read(log))
        .containsOnly(
            entry("three", new TruthLogEntry(1_000, 500, 110)),
            entry("one", new TruthLogEntry(2_000, 700, 0)));
  }
}
