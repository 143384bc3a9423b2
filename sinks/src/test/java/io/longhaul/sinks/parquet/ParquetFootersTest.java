package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFootersTest {
  @TempDir private Path folder;
  private List<Path> files;

  @BeforeEach
  void twoFiles() throws IOException {
    files =
        List.of(
            WrittenRows.requests(
                folder.resolve("a.parquet"),
                List.of(
                    aRequest("run", "id0", 0, 100).build(),
                    aRequest("run", "id1", 1, 101).build())),
            WrittenRows.requests(
                folder.resolve("b.parquet"),
                List.of(
                    aRequest("run", "id2", 2, 102).build(),
                    aRequest("run", "id3", 3, 103).build())));
  }

  @Test
  void aFooterIsParsedOnceForAnyNumberOfColumns() throws IOException {
    ParquetFooters footers = new ParquetFooters();
    List<Long> before = ends(footers);
    spoilFooters();

    assertThat(ends(footers)).isEqualTo(before).hasSize(4);
  }

  @Test
  void footersAboveTheLimitAreParsedAgain() throws IOException {
    ParquetFooters none = new ParquetFooters(0);
    ParquetFooters all = new ParquetFooters();

    assertThat(ends(none)).isEqualTo(ends(all));
    assertThat(none.kept()).isZero();
    assertThat(all.kept()).isEqualTo(2);
  }

  @Test
  void rowsAreCountedFromTheFooter() throws IOException {
    ParquetFooters footers = new ParquetFooters();

    assertThat(footers.rows(files.get(0)) + footers.rows(files.get(1))).isEqualTo(4);
  }

  @Test
  void blocksContainAllRowsInOrder() throws IOException {
    ParquetFooters footers = new ParquetFooters();

    assertThat(footers.blocks(files, 4)).containsExactly(footers.whole(files));
    assertThat(footers.blocks(files, 3))
        .containsExactly(
            List.of(footers.whole(files.get(0))), List.of(footers.whole(files.get(1))));
    assertThat(footers.blocks(files, 1)).hasSize(2);
  }

  @Test
  void aFileWithSeveralRowGroupsIsReadPartByPart() throws IOException {
    Path large = folder.resolve("large.parquet");
    int rows = WrittenRows.severalRowGroups(large);
    ParquetFooters footers = new ParquetFooters();

    List<List<FilePart>> blocks = footers.blocks(List.of(large), rows / 4);

    List<Long> parts = new ArrayList<>();
    for (List<FilePart> block : blocks) {
      for (FilePart part : block) {
        List<Long> ordinals = new ArrayList<>();
        ParquetColumn.readNumbers(
            footers,
            part,
            "plan_index",
            (row, value) -> {
              ordinals.add(row);
              parts.add(value);
            });
        assertThat(ordinals).hasSize((int) part.rows()).startsWith(0L);
      }
    }
    assertThat(blocks).hasSizeGreaterThan(2);
    assertThat(parts).isEqualTo(LongStream.range(0, rows).boxed().toList());
  }

  private List<Long> ends(ParquetFooters footers) throws IOException {
    List<Long> ends = new ArrayList<>();
    for (Path file : files) {
      ParquetColumn.readNumbers(
          footers, footers.whole(file), "ended_epoch_ns", (row, value) -> ends.add(value));
    }
    return ends;
  }

  /** Who parses a footer again fails. */
  private void spoilFooters() throws IOException {
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      for (int i = bytes.length - 12; i < bytes.length; i++) {
        bytes[i] = 0;
      }
      Files.write(file, bytes);
    }
  }
}
