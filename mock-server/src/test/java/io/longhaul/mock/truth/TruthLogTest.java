package io.longhaul.mock.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.mock.truth.TruthRecord.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthLogTest {
  @TempDir private Path folder;

  @Test
  void aLineHasEveryField() throws Exception {
    WriteTimes writes = new WriteTimes();
    writes.add(140, 2, false);
    writes.add(150, 1, true);
    Path file = folder.resolve("truth.jsonl");
    try (TruthLog log = TruthLog.open(file)) {
      log.add(
          new TruthRecord(
              "r",
              null,
              7,
              2,
              3,
              "/v1/completions",
              "m",
              true,
              100,
              110,
              115,
              120,
              writes,
              160,
              5,
              3,
              200,
              Outcome.CLIENT_CLOSED,
              "stall after 3",
              null));
    }

    assertThat(file)
        .hasContent(
            """
            {"request_id":"r","correlation_id":null,"number":7,"connection":2,"request_on_connection":3,\
            "path":"/v1/completions","model":"m","stream":true,"received_ns":100,"request_complete_ns":110,\
            "body_bytes":115,"headers_written_ns":120,"write_ns":[140,140,150],"blocked_writes":1,"finish_ns":160,"prompt_tokens":5,\
            "output_tokens":3,"status":200,"outcome":"client_closed","fault":"stall after 3"}
            """);
  }

  @Test
  void noLineIsLostAndTheOrderIsPreserved() throws Exception {
    Path file = folder.resolve("truth.jsonl");
    try (TruthLog log = TruthLog.open(file)) {
      for (int i = 1; i <= 50_000; i++) {
        log.add(record(i));
      }
    }

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(50_000);
    for (int i = 1; i <= 50_000; i++) {
      assertThat(lines.get(i - 1)).contains("\"number\":" + i + ",");
    }
  }

  @Test
  void aFullDiskIsReportedWhenTheLogIsClosed() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "needs Linux's /dev/full");
    TruthLog log = TruthLog.open(full);
    log.add(record(1));

    assertThatThrownBy(log::close)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot write the truth log: /dev/full (");
  }

  private static TruthRecord record(long number) {
    return new TruthRecord(
        null,
        null,
        number,
        1,
        number,
        "/v1/completions",
        "m",
        false,
        1,
        2,
        0,
        3,
        new WriteTimes(),
        4,
        1,
        0,
        200,
        Outcome.COMPLETE,
        null,
        null);
  }
}
