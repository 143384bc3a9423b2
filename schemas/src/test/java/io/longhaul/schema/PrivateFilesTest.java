package io.longhaul.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PrivateFilesTest {
  @TempDir Path folder;

  @Test
  void onlyTheOwnerMayReadAFile() throws IOException {
    Path file = folder.resolve("outputs.json");
    Files.writeString(file, "of an earlier run");

    PrivateFiles.create(file);

    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(file).isEmptyFile();
  }

  @Test
  void aLinkInPlaceOfAFileIsNotFollowed() throws IOException {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path file = Files.createSymbolicLink(folder.resolve("kept"), victim);

    PrivateFiles.create(file);

    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(victim).hasContent("precious");
  }

  @Test
  void onlyTheOwnerMayReadAFolderNewOrExisting() throws IOException {
    Path open = Files.createDirectory(folder.resolve("log"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(permissions(PrivateFiles.folder(open))).isEqualTo("rwx------");
    assertThat(permissions(PrivateFiles.folder(folder.resolve("a/kept")))).isEqualTo("rwx------");
  }

  @Test
  void aLinkInPlaceOfAFolderIsRejected() throws IOException {
    Path victim = Files.createDirectory(folder.resolve("victim"));
    Path link = Files.createSymbolicLink(folder.resolve("log"), victim);

    assertThatThrownBy(() -> PrivateFiles.folder(link))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
