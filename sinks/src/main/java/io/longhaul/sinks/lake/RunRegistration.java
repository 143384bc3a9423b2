package io.longhaul.sinks.lake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The registration of a run in a lake outside its folder: the file {@code _runs/RUN.properties},
 * created before the run writes rows. It reserves the name of the run, because readers could not
 * distinguish the rows of two runs with one name, and it names the folder of the run.
 *
 * @param folder artifact folder of the run; empty if the file does not name it
 */
public record RunRegistration(String runId, Optional<Path> folder) {
  private static final String FOLDER = "_runs";
  private static final String SUFFIX = ".properties";
  private static final String ARTIFACTS = "artifact.folder";

  /**
   * Registers a run. A run that starts again in its folder keeps its registration. In an object
   * store, two runs that register a name at the same moment are not distinguished.
   *
   * @throws FileAlreadyExistsException if a run of this name in another folder is registered
   */
  public static void register(Lake lake, String runId, Path folder) throws IOException {
    Path file = file(lake, runId);
    Files.createDirectories(file.getParent());
    Properties values = new Properties();
    values.setProperty(ARTIFACTS, folder.toString());
    StringWriter text = new StringWriter();
    values.store(text, "A run that writes to this lake");
    byte[] content = text.toString().getBytes(UTF_8);
    try {
      if (ObjectStores.contains(file)) {
        Files.write(file, content, CREATE_NEW, WRITE);
      } else {
        create(file, content);
      }
    } catch (FileAlreadyExistsException e) {
      if (find(lake, runId).flatMap(RunRegistration::folder).filter(folder::equals).isEmpty()) {
        throw e;
      }
    }
  }

  /** Creates a file that is never visible without its content. */
  private static void create(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".draft");
    try {
      try (FileChannel created = FileChannel.open(draft, CREATE_NEW, WRITE, NOFOLLOW_LINKS)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          created.write(bytes);
        }
        created.force(true);
      }
      giveName(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Gives a whole file its name, unless another file has it. A link does so atomically; not every
   * file system has links.
   */
  private static void giveName(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      Files.move(draft, file);
    }
  }

  /** Returns the registration of a run; empty if it has none. */
  public static Optional<RunRegistration> find(Lake lake, String runId) throws IOException {
    Path file = file(lake, runId);
    Properties values = new Properties();
    try {
      values.load(new StringReader(Files.readString(file, UTF_8)));
      return Optional.of(
          new RunRegistration(
              runId, Optional.ofNullable(values.getProperty(ARTIFACTS)).map(Path::of)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the sorted names of the registered runs. */
  public static List<String> runs(Lake lake) throws IOException {
    Path folder = folder(lake);
    if (!ObjectStores.isFolder(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  /** Returns the folder of the registrations of a lake. */
  static Path folder(Lake lake) {
    return lake.folder().resolve(FOLDER);
  }

  private static Path file(Lake lake, String runId) {
    return folder(lake).resolve(runId + SUFFIX);
  }
}
