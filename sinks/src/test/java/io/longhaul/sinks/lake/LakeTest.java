package io.longhaul.sinks.lake;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RequestRow;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.manifest.Manifest;
import io.longhaul.sinks.parquet.WrittenRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LakeTest {
  private static final String PARTITION = "requests/dt=2026-01-02/run_id=";

  @TempDir Path folder;

  @Test
  void runsAreDistinguishedByFileNames() throws IOException {
    RequestRow first = written("requests/2026-01-02.42.part-a-0.parquet", "42", "a");
    RequestRow second = written("requests/2026-01-03.42.part-b-0.parquet", "42", "b");
    RequestRow other = written("requests/2026-01-02.007.part-a-1.parquet", "007", "c");
    Lake lake = new Lake(folder);

    assertThat(lake.runs()).containsExactly("007", "42");
    assertThat(lake.rows(Dataset.REQUESTS, "42")).containsExactly(first, second);
    assertThat(lake.rows(Dataset.REQUESTS, "007")).containsExactly(other);
    assertThat(lake.count(Dataset.REQUESTS, "42")).isEqualTo(2);
  }

  @Test
  void aLakeOfAnOlderVersionIsRead() throws IOException {
    RequestRow old = writtenBefore(PARTITION + "old/part-a-0.parquet", "old", "a");
    RequestRow both = writtenBefore(PARTITION + "both/part-a-1.parquet", "both", "b");
    RequestRow later = written("requests/2026-01-03.both.part-b-0.parquet", "both", "c");
    Lake lake = new Lake(folder);

    assertThat(lake.runs()).containsExactly("both", "old");
    assertThat(lake.rows(Dataset.REQUESTS, "old")).containsExactly(old);
    assertThat(lake.rows(Dataset.REQUESTS, "both")).containsExactlyInAnyOrder(both, later);
  }

  @Test
  void theManifestOfAnOlderLakeIsContinued() throws IOException {
    writtenBefore(PARTITION + "run/part-a-0.parquet", "run", "a");
    Manifest.open(new Lake(folder), "run").catchUp();
    written("requests/2026-01-03.run.part-b-0.parquet", "run", "b");

    Manifest again = Manifest.open(new Lake(folder), "run");

    assertThat(again.catchUp()).isEqualTo(1);
    assertThat(again.lines()).extracting(ManifestLine::rows).containsExactly(1L, 1L);
  }

  @Test
  void rowsWithoutARunGiveNoRun() throws IOException {
    written("requests/2026-01-02.Run.part-a-0.parquet", "Run", "a");
    for (String name :
        List.of("2026-01-02.part-a-0.parquet", "dt=2026-01-02/run_id=_none/part-a-0.parquet")) {
      Path file = folder.resolve("rejected").resolve(name);
      Files.createDirectories(file.getParent());
      WrittenRows.rows(Dataset.REJECTED, file, List.of());
    }
    Lake lake = new Lake(folder);

    assertThat(lake.runs()).containsExactly("Run");
    assertThat(lake.files(Dataset.REJECTED)).hasSize(2);
  }

  @Test
  void aMissingLakeIsEmpty() throws IOException {
    assertThat(new Lake(folder.resolve("none")).runs()).isEmpty();
  }

  private RequestRow written(String name, String run, String id) throws IOException {
    RequestRow row = aRequest(run, id).build();
    WrittenRows.requests(parent(name), List.of(row));
    return row;
  }

  private RequestRow writtenBefore(String name, String run, String id) throws IOException {
    RequestRow row = aRequest(run, id).build();
    WrittenRows.withoutDay(Dataset.REQUESTS, parent(name), List.of(row));
    return row;
  }

  private Path parent(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return file;
  }
}
