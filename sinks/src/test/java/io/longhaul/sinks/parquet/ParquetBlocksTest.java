package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetBlocksTest {
  @TempDir Path folder;

  @Test
  void valuesOfARowStayTogether() throws IOException {
    Path file =
        WrittenRows.requests(
            folder.resolve("rows.parquet"),
            List.of(
                aRequest("run", "a").setLaneId("x").setStatus(200).build(),
                aRequest("run", "b").setLaneId("y").setStatus(null).build(),
                aRequest("run", "c").setLaneId("x").setStatus(503).build()));
    List<String> lanes = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    long[] statuses = new long[3];
    int[] laneOf = new int[3];

    try (ParquetBlocks blocks =
        new ParquetBlocks(file, List.of("status", "lane_id", "request_id"))) {
      assertThat(blocks.next()).isEqualTo(3);
      blocks.numbers("status", statuses, -7);
      blocks.words(
          "lane_id",
          laneOf,
          lane -> {
            if (!lanes.contains(lane)) {
              lanes.add(lane);
            }
            return lanes.indexOf(lane);
          });
      blocks.bytes(
          "request_id",
          (row, bytes, offset, length) -> ids.add(row + new String(bytes, offset, length, UTF_8)));
      assertThat(blocks.next()).isEqualTo(-1);
    }

    assertThat(statuses).containsExactly(200, -7, 503);
    assertThat(laneOf).containsExactly(0, 1, 0);
    assertThat(lanes).containsExactly("x", "y");
    assertThat(ids).containsExactly("0a", "1b", "2c");
  }

  @Test
  void aMissingColumnIsRefused() throws IOException {
    Path file =
        WrittenRows.requests(folder.resolve("rows.parquet"), List.of(aRequest("run", "a").build()));

    assertThatThrownBy(() -> new ParquetBlocks(file, List.of("none")))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("it has no column none");
  }
}
