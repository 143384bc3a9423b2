package io.longhaul.sinks.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ManifestLine;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestContentTest {
  private static final ManifestLine ONE =
      new ManifestLine("requests/a.parquet", "requests", "run", 1, 2, "00");
  private static final ManifestLine OTHER =
      new ManifestLine("requests/ä.parquet", "requests", "run", 3, 4, "01");

  @TempDir Path folder;

  @Test
  void aDamagedLineIsNamedAndTheOthersAreRead() throws IOException {
    String first = ManifestLineJson.toJson(ONE) + "\n";
    String damaged = "{\"file\":7}\n";
    String third = ManifestLineJson.toJson(OTHER) + "\n";
    List<String> read = read(first + damaged + third + "{\"fi");

    int damage = first.getBytes(UTF_8).length;
    int end = (first + damaged + third).getBytes(UTF_8).length;
    assertThat(read)
        .containsExactly(
            ONE.file(),
            damage + ": it is not a line of a manifest",
            OTHER.file(),
            end + ": it is not complete");
  }

  @Test
  void ofAnEndlessLineOnlyTheStartIsKept() throws IOException {
    assertThat(read(ManifestLineJson.toJson(ONE) + "\n" + "x".repeat(2 << 20)))
        .hasSize(2)
        .last()
        .asString()
        .endsWith("it is longer than 1048576 bytes");
  }

  @Test
  void aLakeWithoutAManifestHasNoLines() throws IOException {
    ManifestContent.read(
        new Lake(folder),
        "run",
        new ManifestContent.Reader() {
          @Override
          public void line(ManifestLine line) {
            throw new AssertionError(line.toString());
          }

          @Override
          public void damagedLine(long offset, String why) {
            throw new AssertionError(why);
          }
        });
  }

  private List<String> read(String text) throws IOException {
    Files.writeString(folder.resolve("manifest.jsonl"), text, UTF_8);
    List<String> read = new ArrayList<>();
    ManifestContent.read(
        new Lake(folder),
        "run",
        new ManifestContent.Reader() {
          @Override
          public void line(ManifestLine line) {
            read.add(line.file());
          }

          @Override
          public void damagedLine(long offset, String why) {
            read.add(offset + ": " + why);
          }
        });
    return read;
  }
}
