package io.longhaul.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.sinks.ExportLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileListTest {
  @TempDir private Path folder;

  @Test
  void onlyWrittenFilesAreListed() throws IOException {
    write("longhaul.json", "profile_export.jsonl", "profile_export_raw.jsonl", "notes.txt");

    Files.createDirectory(folder.resolve("logs"));

    assertThat(list())
        .isEqualTo(
            """

            Files
              $/profile_export.jsonl
              $/profile_export_raw.jsonl
              $/longhaul.json
              $/lake (Parquet: requests, slices, gpu_samples, gpu_slices, runs, …)
              $/logs (logs of the processes)
            """);
  }

  @Test
  void hourlyFilesAreListedFromTheFirstToTheLast() throws IOException {
    write(
        "profile_export.2026-11-21T23.jsonl",
        "profile_export.2026-11-22T01.jsonl",
        "profile_export.2026-11-22T00.jsonl",
        "profile_export_raw.2026-11-21T23.jsonl");

    assertThat(list())
        .contains(
            "  $/profile_export.2026-11-21T23.jsonl to profile_export.2026-11-22T01.jsonl (3"
                + " files)\n",
            "  $/profile_export_raw.2026-11-21T23.jsonl\n")
        .doesNotContain("logs");
  }

  private void write(String... names) throws IOException {
    for (String name : names) {
      Files.createFile(folder.resolve(name));
    }
  }

  private String list() throws IOException {
    ExportLayout layout = new ExportLayout(folder);
    return FileList.of(layout, layout.lake()).replace(folder.toString(), "$");
  }
}
