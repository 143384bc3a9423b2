package io.longhaul.sinks.parquet;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Each column has the values of the rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParquetColumnTest {
  private static final int ROWS = 30_000;
  private static final long SMALL_ROW_GROUPS = 1_000_000;

  private final List<RequestRow> rows = new ArrayList<>();
  private final ParquetFooters footers = new ParquetFooters();
  private FilePart whole;

  @BeforeAll
  void write(@TempDir Path folder) throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < ROWS; i++) {
      List<Long> chunks = random.longs(random.nextInt(4), 0, 1L << 40).boxed().toList();
      rows.add(
          aRequest("run", "id" + i)
              .setPlanIndex(i)
              .setEndedEpochNs(random.nextLong())
              .setCancelledEpochNs(random.nextInt(9) == 0 ? random.nextLong() : null)
              .setStatus(random.nextBoolean() ? 200 : null)
              .setConnectionReused(random.nextBoolean())
              .setGood(random.nextInt(3) == 0 ? null : random.nextBoolean())
              .setInputTokens(random.nextInt(5))
              .setOutputTokens(random.nextInt())
              .setChunkAfterStartNs(chunks)
              .setChunkReads(chunks.stream().map(any -> random.nextInt(9)).toList())
              .build());
    }
    Path file = folder.resolve("rows.parquet");
    try (RecordFileWriter<RequestRow> writer =
        RowWriters.writer(Dataset.REQUESTS, new LocalOutputFile(file), SMALL_ROW_GROUPS)) {
      for (RequestRow row : rows) {
        writer.write(row);
      }
    }
    whole = footers.whole(file);
    assertThat(whole.endGroup()).isGreaterThan(2);
  }

  @Test
  void numbersAndTruthAreThoseOfTheRows() throws IOException {
    for (Schema.Field field : RequestRow.getClassSchema().getFields()) {
      if (hasNumbers(field)) {
        List<String> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          Object cell = rows.get(row).get(field.pos());
          for (Object value : cell instanceof List<?> list ? list : listOf(cell)) {
            expected.add(row + ": " + (value instanceof Boolean truth ? truth ? 1 : 0 : value));
          }
        }
        List<String> read = new ArrayList<>();
        ParquetColumn.readNumbers(
            footers, whole, field.name(), (row, value) -> read.add(row + ": " + value));
        assertThat(read).as(field.name()).isEqualTo(expected);
      }
    }
  }

  private static boolean hasNumbers(Schema.Field field) {
    String type = field.schema().toString();
    return !type.contains("string") && !type.contains("map");
  }

  private static List<?> listOf(Object cell) {
    return cell == null ? List.of() : List.of(cell);
  }
}
