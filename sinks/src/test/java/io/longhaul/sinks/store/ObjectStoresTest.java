package io.longhaul.sinks.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectStoresTest {
  private final String bucket = "b" + UUID.randomUUID();
  private final MemoryStore store = MemoryStore.bucket(bucket);
  private final Path folder = ObjectStores.folder("memory://" + bucket + "/lakes/june");

  @Test
  void aFolderOnADiskIsAPathOfTheDefaultFileSystem() {
    assertThat(ObjectStores.folder("/data/lake")).isEqualTo(Path.of("/data/lake"));
    assertThat(ObjectStores.contains(Path.of("/data/lake"))).isFalse();
    assertThat(ObjectStores.contains(folder)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "s3://bucket, s3://bucket/",
    "s3://bucket/, s3://bucket/",
    "s3://bucket/a/b/, s3://bucket/a/b",
    "s3://bucket//a/./b/../c, s3://bucket/a/c",
    "gs://my-bucket.example/a, gs://my-bucket.example/a",
    "abfss://box@account.dfs.core.windows.net/a, abfss://box@account.dfs.core.windows.net/a"
  })
  void aUriIsAFolderOfABucket(String given, String folderOfIt) {
    assertThat(ObjectStores.folder(given)).hasToString(folderOfIt);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://",
        "s3:///a",
        "://bucket",
        "s3://bucket?x=1",
        "s3://my bucket/a",
        "s3://my_bucket/a",
        "s3://key:secret@bucket/a",
        "abfss://key:secret@account/a"
      })
  void anInvalidUriIsRefused(String given) {
    assertThatThrownBy(() -> ObjectStores.folder(given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void pathsAreComposedAsOnADisk() {
    Path file = folder.resolve("requests").resolve("a.parquet");

    assertThat(file).hasToString("memory://" + bucket + "/lakes/june/requests/a.parquet");
    assertThat(file.getFileName()).hasToString("a.parquet");
    assertThat(file.getParent()).isEqualTo(folder.resolve("requests"));
    assertThat(folder.relativize(file)).hasToString("requests/a.parquet");
    assertThat(folder.resolve("requests/a.parquet")).isEqualTo(file);
    assertThat(folder.resolve("../../../../x").normalize())
        .as("there is nothing above a bucket")
        .hasToString("memory://" + bucket + "/x");
    assertThat(file.startsWith(folder)).isTrue();
    assertThat(file.startsWith(Path.of("/lakes"))).isFalse();
    assertThat(file.resolveSibling("b.parquet")).isEqualTo(folder.resolve("requests/b.parquet"));
    assertThat(ObjectStores.folder(file.toString())).isEqualTo(file).hasSameHashCodeAs(file);
    assertThat(ObjectStores.folder("memory://" + bucket).getParent()).isNull();
  }

  @Test
  void aNameWithASpaceOrAPercentSignIsEscapedInTheUri() {
    Path file = folder.resolve("a b%20c");

    assertThat(file.toUri()).hasToString("memory://" + bucket + "/lakes/june/a%20b%2520c");
    assertThat(StoreProvider.flinkPath(file).toUri().getPath()).isEqualTo("/lakes/june/a b%20c");
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("_runs/a.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "written");

    assertThat(Files.readString(file)).isEqualTo("written");
    assertThat(Files.size(file)).isEqualTo(7);
    assertThat(Files.isRegularFile(file)).isTrue();
    assertThat(Files.isDirectory(folder)).isTrue();
    assertThat(Files.getLastModifiedTime(file).toMillis()).isEqualTo(1_000);
    assertThat(store.names()).containsExactly("lakes/june/_runs/a.properties");
  }

  @Test
  void anObjectExistsWhenItIsComplete() throws IOException {
    Path file = folder.resolve("a");
    assertThatThrownBy(() -> Files.readString(folder)).isInstanceOf(IOException.class);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(1);
      assertThat(Files.exists(file)).isFalse();
    }
    assertThat(Files.exists(file)).isTrue();
  }

  @Test
  void aFolderExistsWhileItContainsAnObject() throws IOException {
    Files.createDirectories(folder);
    assertThat(Files.exists(folder)).isFalse();

    Path file = Files.writeString(folder.resolve("a/b"), "x");
    assertThat(Files.isDirectory(folder)).isTrue();
    assertThat(names(folder)).containsExactly("a");

    Files.delete(file);
    assertThat(Files.exists(folder)).isFalse();
    assertThat(names(folder)).isEmpty();
    assertThat(Files.isDirectory(folder.getRoot())).as("a bucket").isTrue();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, StoreReadChannel.WHOLE_BYTES, StoreReadChannel.WHOLE_BYTES + 70_000})
  void everyPartOfAnObjectCanBeRead(int size) throws IOException {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    Path file = Files.write(folder.resolve("a"), content);

    try (InputStream in = Files.newInputStream(file)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      assertThat(channel.size()).isEqualTo(size);
      for (int from = size - 1; from >= 0; from -= 1 + size / 7) {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.position(from);
        assertThat(channel.read(one)).isEqualTo(1);
        assertThat(one.get(0)).isEqualTo(content[from]);
        assertThat(channel.position()).isEqualTo(from + 1L);
      }
      channel.position(size);
      assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void aSmallObjectIsFetchedOnceHoweverItIsRead() throws IOException {
    Path file = Files.write(folder.resolve("a"), new byte[100]);
    long before = store.opened();

    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      for (int from = 99; from >= 0; from--) {
        channel.position(from).read(ByteBuffer.allocate(1));
      }
    }

    assertThat(store.opened()).isEqualTo(before + 1);
  }

  @Test
  void aMissingObjectIsReportedLikeAMissingFile() {
    Path missing = folder.resolve("a");
    assertThatThrownBy(() -> Files.readString(missing))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing.toString());
    assertThatThrownBy(() -> Files.delete(missing)).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> Files.size(missing)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void anExistingObjectIsNotReplacedByANewOne() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    assertThatThrownBy(
            () ->
                Files.writeString(
                    file, "new", StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Files.readString(file)).isEqualTo("old");
  }

  @Test
  void aRenamedObjectReplacesAnother() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "new");
    Path old = Files.writeString(folder.resolve("b"), "old");

    assertThatThrownBy(() -> Files.move(file, old)).isInstanceOf(FileAlreadyExistsException.class);
    Files.move(file, old, java.nio.file.StandardCopyOption.ATOMIC_MOVE);

    assertThat(Files.readString(old)).isEqualTo("new");
    assertThat(names(folder)).containsExactly("b");
  }

  @Test
  void aFailureOfTheClientNamesTheObjectAndItsReason() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "x");
    store.fail("Connection refused");

    for (Access access :
        List.<Access>of(
            () -> Files.readString(file),
            () -> Files.size(file),
            () -> names(folder),
            () -> Files.delete(file),
            () -> Files.writeString(file, "y"))) {
      assertThatThrownBy(access::run)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("memory://" + bucket + "/lakes/june")
          .hasMessageContaining("Unable to execute HTTP request: Connection refused");
    }
  }

  private interface Access {
    void run() throws IOException;
  }

  @Test
  void aReplacedObjectIsNeverMissing() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "old");
    List<Boolean> found = new ArrayList<>();
    store.onEachOperation(() -> found.add(store.contains("lakes/june/a")));
    Files.writeString(file, "new");
    store.onEachOperation(() -> {});

    assertThat(found).isNotEmpty().doesNotContain(false);
    assertThat(Files.readString(file)).isEqualTo("new");
    assertThat(names(folder)).containsExactly("a");
  }

  @Test
  void whetherSomethingExistsIsUnknownWhileTheStoreFails() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "x");
    assertThat(ObjectStores.exists(file)).isTrue();
    assertThat(ObjectStores.exists(folder.resolve("b"))).isFalse();
    assertThat(ObjectStores.isFolder(folder)).isTrue();
    assertThat(ObjectStores.isFolder(file)).isFalse();
    store.fail("Slow down");

    assertThatThrownBy(() -> ObjectStores.exists(file)).hasMessageContaining("Slow down");
    assertThatThrownBy(() -> ObjectStores.isFolder(folder)).hasMessageContaining("Slow down");
    assertThatThrownBy(() -> Files.writeString(file, "y", CREATE_NEW, WRITE))
        .isNotInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("Slow down");
  }

  @Test
  void settingsComeFromTheEnvironmentOfAwsAndFromFlinksConfiguration(@TempDir Path conf)
      throws IOException {
    assertThat(
            StoreClients.settings(Map.of("AWS_REGION", "eu-west-1", "AWS_ENDPOINT_URL", ""))
                .toMap())
        .containsEntry("s3.region", "eu-west-1")
        .doesNotContainKeys("s3.endpoint", "s3.path-style-access");
    assertThat(StoreClients.settings(Map.of("AWS_ENDPOINT_URL", "http://minio:9000")).toMap())
        .containsEntry("s3.endpoint", "http://minio:9000")
        .containsEntry("s3.path-style-access", "true")
        .containsEntry("s3.region", "us-east-1");

    Files.writeString(
        conf.resolve("config.yaml"),
        "s3:\n  path.style.access: false\n  retry.max-num-retries: 9\n");
    assertThat(
            StoreClients.settings(
                    Map.of("FLINK_CONF_DIR", conf.toString(), "AWS_ENDPOINT_URL", "http://m:9000"))
                .toMap())
        .containsEntry("s3.retry.max-num-retries", "9")
        .doesNotContainKey("s3.path-style-access");
    assertThatThrownBy(
            () -> StoreClients.settings(Map.of("FLINK_CONF_DIR", conf.resolve("x").toString())))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot read Flink's configuration in ");
  }

  @Test
  void whatObjectStoresDoNotHaveIsUnsupported() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "x");
    assertThatThrownBy(() -> FileChannel.open(file))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Files.writeString(file, "y", StandardOpenOption.APPEND))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aStoreWithoutAFileSystemIsReportedWithWhatToInstall() {
    assertThatThrownBy(() -> Files.readString(ObjectStores.folder("s3://bucket/a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no file system for s3 is installed")
        .hasMessageContaining("flink-s3-fs-native");
  }
}
