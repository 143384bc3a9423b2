package io.longhaul.sinks.iceberg;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.parquet.WrittenRows;
import io.longhaul.sinks.store.MemoryStore;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableCatalogTest {
  @TempDir Path folder;

  private static TableCatalog.Settings settings(String uri, String warehouse) {
    return new TableCatalog.Settings(uri, "longhaul", "longhaul", Optional.of(warehouse));
  }

  private static byte[] file(Path folder, String name, String id) throws IOException {
    Path file = folder.resolve(name);
    WrittenRows.requests(file, List.of(aRequest("run", id).build()));
    return Files.readAllBytes(file);
  }

  @Test
  void aServerContainsTheTables() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    Path requests = Files.createDirectories(lake.folder().resolve("requests"));
    file(requests, "2026-01-02.run.part-a-0.parquet", "a");
    try (TableCatalog behind = TestCatalog.open(folder);
        RestCatalogServer server = new RestCatalogServer(behind.catalog())) {
      for (int look = 0; look < 2; look++) {
        try (TableCatalog catalog =
            TableCatalog.open(
                settings(server.url(), "soak"), Map.of("LONGHAUL_CATALOG_TOKEN", "a-token"))) {
          LakeRegistration registration = new LakeRegistration(lake, catalog);
          assertThat(registration.add().files()).isEqualTo(1);
          assertThat(registration.add().files()).isZero();
          file(requests, "2026-01-02.run.part-a-%d.parquet".formatted(look + 1), "b" + look);
        }
      }
      try (TableCatalog catalog = TableCatalog.open(settings(server.url(), "soak"), Map.of())) {
        LakeRegistration registration = new LakeRegistration(lake, catalog);
        registration.add();
        Path summary = lake.folder().resolve("runs/2026-01-02.run.part-a-0.parquet");
        Files.createDirectories(summary.getParent());
        Files.createFile(summary);
        assertThat(registration.compact(() -> {})).isEqualTo(new LakeRegistration.Merged(3, 1));
        assertThat(registration.expireSnapshots(Duration.ZERO)).isEqualTo(3);
      }

      assertThat(TestCatalog.requests(TestCatalog.table(behind, Dataset.REQUESTS)))
          .containsExactly("a", "b0", "b1");
      assertThat(server.requests())
          .anyMatch(request -> request.equals("GET /v1/config?warehouse=soak Bearer a-token"));
    }
  }

  @Test
  void lakeAndTablesCanBeInAnObjectStore() throws IOException {
    MemoryStore bucket = MemoryStore.bucket("tables");
    Lake lake = new Lake(ObjectStores.folder("memory://tables/lake"));
    for (int number = 0; number < 3; number++) {
      String name = "2026-01-02.run.part-a-%d.parquet".formatted(number);
      bucket.put("lake/requests/" + name, file(folder, name, "id" + number));
    }
    try (TableCatalog catalog =
        TableCatalog.open(
            settings("jdbc:sqlite:" + folder.resolve("catalog.db"), "memory://tables/lake/_tables"),
            Map.of())) {
      LakeRegistration registration = new LakeRegistration(lake, catalog);
      assertThat(registration.add().rows()).isEqualTo(3);
      bucket.put("lake/runs/2026-01-02.run.part-a-0.parquet", new byte[] {1});
      assertThat(registration.compact(() -> {})).isEqualTo(new LakeRegistration.Merged(3, 1));

      assertThat(TestCatalog.requests(TestCatalog.table(catalog, Dataset.REQUESTS)))
          .containsExactly("id0", "id1", "id2");
      assertThat(bucket.names())
          .anyMatch(name -> name.startsWith("lake/_tables/longhaul/requests/data/2026-01-02.run."));
    }
  }

  @Test
  void aServerThatIsNotThereIsNamedWithoutSecrets() {
    assertThatThrownBy(
            () ->
                TableCatalog.open(
                    settings("http://user:secret@127.0.0.1:1/c?key=secret", "w"), Map.of()))
        .isInstanceOf(CatalogException.class)
        .hasMessageStartingWith("Cannot use the catalog http://127.0.0.1:1/c: ")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "file:///data/lake/a b.parquet, /data/lake/a b.parquet",
    "file:/data/lake, /data/lake",
    "s3://bucket/lake/x%20y, s3://bucket/lake/x%20y"
  })
  void locationsAreNotEscaped(String location, String path) {
    assertThat(StoreFileIO.path(location)).hasToString(path);
  }
}
