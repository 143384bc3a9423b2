package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.export.RequestRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetPagesTest {
  /** The first page follows the magic bytes; its header is shorter than this. */
  private static final int IN_FIRST_PAGE = 4 + 70;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    List<RequestRow> rows =
        IntStream.range(0, 2_000).mapToObj(i -> aRequest("run", "r" + i).build()).toList();
    file = WrittenRows.requests(folder.resolve("rows.parquet"), rows);
  }

  @Test
  void aWholeFileHasNoDamage() throws IOException {
    assertThat(ParquetPages.damages(file)).isEmpty();
  }

  @Test
  void aPageWithAnotherChecksumIsNamedWithItsOffset() throws IOException {
    // Values of many rows, so that the page is longer than its header.
    int offset = firstPageOf("request_id");
    flip(offset + IN_FIRST_PAGE);

    assertThat(ParquetPages.damages(file))
        .containsExactly(
            new ParquetPages.Damage(
                offset, "the checksum of a page of column request_id is wrong"));
  }

  private int firstPageOf(String column) throws IOException {
    try (var reader =
        org.apache.parquet.hadoop.ParquetFileReader.open(
            new org.apache.parquet.io.LocalInputFile(file))) {
      return reader.getFooter().getBlocks().get(0).getColumns().stream()
          .filter(each -> each.getPath().toDotString().equals(column))
          .mapToInt(each -> Math.toIntExact(each.getStartingPos()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void severalDamagedColumnsAreNamed() throws IOException {
    flip(firstPageOf("request_id") + IN_FIRST_PAGE);
    flip(firstPageOf("correlation_id") + 1);

    assertThat(ParquetPages.damages(file)).hasSize(2);
  }

  @Test
  void aTruncatedFileHasNoFooter() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThat(ParquetPages.damages(file))
        .singleElement()
        .satisfies(
            damage -> {
              assertThat(damage.offset()).isEqualTo(whole.length / 2 - 8);
              assertThat(damage.what()).startsWith("its footer cannot be read: ");
            });
  }

  @Test
  void anEmptyFileHasNoFooter() throws IOException {
    Files.write(file, new byte[0]);

    assertThat(ParquetPages.damages(file))
        .extracting(ParquetPages.Damage::offset)
        .containsExactly(0L);
  }

  @Test
  void aMissingFileIsNoDamage() {
    assertThatThrownBy(() -> ParquetPages.damages(folder.resolve("none.parquet")))
        .isInstanceOf(NoSuchFileException.class);
  }

  private void flip(int offset) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[offset] ^= 8;
    Files.write(file, bytes);
  }
}
