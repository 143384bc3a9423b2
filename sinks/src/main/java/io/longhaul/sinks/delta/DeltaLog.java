package io.longhaul.sinks.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The log of a Delta table: one file of actions for each version of the table, counted from 0. Of
 * the state that the actions result in, it stores what appending files needs. It is read from the
 * first version on, without checkpoints. For one thread.
 */
final class DeltaLog {
  static final String FOLDER = "_delta_log";

  private static final long NO_VERSION = -1;
  private static final Pattern COMMIT_OR_CHECKPOINT =
      Pattern.compile("\\d{20}\\.(?:json|checkpoint\\..*)");
  private static final Pattern DRAFT =
      Pattern.compile("\\.00(?<version>\\d{18})\\.json\\..*\\.draft");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Map<String, Long> transactions = new HashMap<>();
  private ObjectNode protocol = JSON.createObjectNode();
  private ObjectNode metaData = JSON.createObjectNode();
  private long version = NO_VERSION;
  private boolean isOpen;

  /**
   * @param table folder of the table
   */
  DeltaLog(Path table) {
    this.folder = table.resolve(FOLDER);
  }

  /** Returns whether the table does not exist. */
  boolean isNew() {
    return version == NO_VERSION;
  }

  /** Returns the newest action {@code protocol}; empty if the table does not exist. */
  ObjectNode protocol() {
    return protocol;
  }

  /** Returns the newest action {@code metaData}; empty if the table does not exist. */
  ObjectNode metaData() {
    return metaData;
  }

  /** Returns the newest version of each application that has committed a transaction. */
  Map<String, Long> transactions() {
    return Collections.unmodifiableMap(transactions);
  }

  /**
   * Reads the commits that were added; all of them if somebody has deleted the log meanwhile.
   *
   * @throws DeltaException if only the first commits were deleted
   */
  void refresh() throws IOException {
    if (!isNew() && !Files.exists(commit(version))) {
      transactions.clear();
      version = NO_VERSION;
      isOpen = false;
    }
    for (Path next = commit(version + 1); Files.exists(next); next = commit(version + 1)) {
      read(next);
      version++;
    }
    if (!isOpen && Files.isDirectory(folder)) {
      open();
    }
    isOpen = true;
  }

  private Path commit(long number) {
    return folder.resolve(String.format(Locale.ROOT, "%020d.json", number));
  }

  private void read(Path commit) throws IOException {
    for (String line : Files.readAllLines(commit, UTF_8)) {
      JsonNode action = parsed(commit, line);
      if (action.path("protocol") instanceof ObjectNode changed) {
        protocol = changed;
      } else if (action.path("metaData") instanceof ObjectNode changed) {
        metaData = changed;
      } else if (action.path("txn") instanceof ObjectNode transaction) {
        transactions.put(transaction.path("appId").asText(), transaction.path("version").asLong());
      }
    }
  }

  private static JsonNode parsed(Path commit, String line) throws DeltaException {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new DeltaException("Cannot read " + commit + ": not JSON: " + e.getOriginalMessage());
    }
  }

  /** Deletes what killed processes have left: no version up to the newest can be created again. */
  private void open() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        String name = entry.getFileName().toString();
        Matcher draft = DRAFT.matcher(name);
        if (draft.matches() && Long.parseLong(draft.group("version")) <= version) {
          Files.deleteIfExists(entry);
        } else if (COMMIT_OR_CHECKPOINT.matcher(name).matches() && !Files.exists(commit(0))) {
          throw new DeltaException(
              "Cannot read %s: its first commits were deleted (move it away, and register the lake again)"
                  .formatted(folder));
        }
      }
    }
  }

  /**
   * Creates the next version, as a whole and only if no other process has created it.
   *
   * @return false if another process has created it
   * @throws DeltaException if the file system cannot do that
   */
  boolean commit(List<ObjectNode> actions) throws IOException {
    Files.createDirectories(folder);
    Path commit = commit(version + 1);
    Path draft = folder.resolve("." + commit.getFileName() + "." + UUID.randomUUID() + ".draft");
    try {
      write(draft, actions);
      if (!link(commit, draft)) {
        return false;
      }
    } finally {
      Files.deleteIfExists(draft);
    }
    try (FileChannel entries = FileChannel.open(folder, READ)) {
      entries.force(true);
    }
    return true;
  }

  private static void write(Path draft, List<ObjectNode> actions) throws IOException {
    String lines = actions.stream().map(action -> action + "\n").collect(Collectors.joining());
    try (FileChannel channel = FileChannel.open(draft, CREATE_NEW, WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Gives a whole file its name, unless another file has it. A rename would replace that. */
  private static boolean link(Path commit, Path draft) throws DeltaException, IOException {
    try {
      Files.createLink(commit, draft);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (NoSuchFileException e) {
      // Another process has created the version, and a third one has deleted this draft.
      return false;
    } catch (FileSystemException | UnsupportedOperationException e) {
      throw new DeltaException(
          "Cannot create %s: %s (check the permissions, and that the file system has hard links)"
              .formatted(commit, e.getMessage()));
    }
  }
}
