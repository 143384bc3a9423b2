package io.longhaul.load.dataset.file;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.JsonLine;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.dataset.text.TextFile;
import io.longhaul.load.dataset.trace.PromptFileSummary;
import io.longhaul.load.dataset.trace.TraceFile;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads a prompt file: one JSON object per line, blank lines ignored, decompressed if the name ends
 * in {@code .gz}. Problems of several lines are reported together.
 */
public final class PromptFile {
  private static final int MAX_PROBLEMS = 10;
  private static final int PREFIX_CHARS = 64;
  private static final String TIMESTAMP = "timestamp";
  private static final String TURNS = "turns";

  /** Maximum size of inline media; media in files are read when they are sent. */
  private static final long MAX_MEDIA_CHARS = 256L << 20;

  private final Path file;
  private final EndpointType endpoint;
  private long mediaChars;

  /** Whether no more lines are needed. */
  private boolean done;

  PromptFile(Path file, EndpointType endpoint) {
    this.file = file;
    this.endpoint = endpoint;
  }

  /** Processes a line. */
  private interface LineConsumer {
    void take(String line) throws MalformedLineException;
  }

  /**
   * Reads and checks the whole file of a plan without storing its content. Needs no tokenizer.
   *
   * @param endpoint the kind of endpoint that receives the requests
   * @param timed whether every session must have a timestamp
   * @return totals of the file; empty for types of which a run uses only a part
   * @throws DatasetException if the file cannot be used, with the location of each problem
   */
  public static Optional<PromptFileSummary> check(
      DatasetPlan plan, EndpointType endpoint, boolean timed) {
    PromptFile file = new PromptFile(Path.of(plan.inputFile()), endpoint);
    switch (plan.fileType()) {
      case SINGLE_TURN, MULTI_TURN -> {
        return Optional.of(file.readSessions(plan, timed, (session, turns) -> {}));
      }
      case MOONCAKE_TRACE, PAYLOAD, RAW_PAYLOAD, INPUTS_JSON -> {
        try (TraceFile trace = TraceFile.open(plan, endpoint, timed)) {
          return Optional.of(trace.content());
        }
      }
      case RANDOM_POOL -> new RandomPools(plan, endpoint).check();
      case OPENORCA, CNN_DAILYMAIL -> file.readQuestions(plan.fileType(), 1);
      case SHAREGPT -> new ShareGptFile(file.file).check();
    }
    return Optional.empty();
  }

  /**
   * Detects the type of a file from its first line; a folder consists of pools. Does not validate:
   * {@link #check} does.
   */
  public static Kind kindOf(Path file) {
    if (Files.isDirectory(file)) {
      return new Kind(Optional.of(FileType.RANDOM_POOL), false);
    }
    try (BufferedReader reader = TextFile.open(file)) {
      String prefix = prefixOf(reader);
      if (prefix.startsWith("[")) {
        return new Kind(Optional.of(FileType.SHAREGPT), false);
      }
      if (prefix.replaceAll("\\s", "").startsWith("{\"data\":[")) {
        return new Kind(Optional.of(FileType.INPUTS_JSON), false);
      }
      String line = reader.readLine();
      while (line != null && line.isBlank()) {
        line = reader.readLine();
      }
      return line == null ? Kind.PLAIN : kindOf(JsonLine.parse(line));
    } catch (IOException | MalformedLineException e) {
      return Kind.PLAIN;
    }
  }

  /** Reads only a prefix, because a list may be a single line of a gigabyte. */
  private static String prefixOf(BufferedReader reader) throws IOException {
    char[] chars = new char[PREFIX_CHARS];
    reader.mark(PREFIX_CHARS);
    int read = reader.read(chars);
    reader.reset();
    return read < 0 ? "" : new String(chars, 0, read);
  }

  private static Kind kindOf(JsonLine first) {
    boolean timed = first.has(TIMESTAMP) || anyTurnHas(first, TIMESTAMP);
    if (first.has("messages") || (first.has("text") && first.has("text_input"))) {
      return new Kind(Optional.empty(), timed);
    }
    boolean isTrace = first.has("input_length") || first.has("text_input") || first.has("payload");
    if (isTrace) {
      return new Kind(Optional.of(FileType.MOONCAKE_TRACE), timed);
    }
    return new Kind(Optional.of(typeByMembers(first)), timed);
  }

  private static boolean anyTurnHas(JsonLine line, String member) {
    boolean found = false;
    for (JsonNode turn : line.node().path(TURNS)) {
      found |= turn.hasNonNull(member);
    }
    return found;
  }

  private static FileType typeByMembers(JsonLine first) {
    if (first.has(TURNS)) {
      return FileType.MULTI_TURN;
    }
    JsonNode row = first.has("rows") ? first.get("rows").path(0).path("row") : first.node();
    if (row.has("question")) {
      return FileType.OPENORCA;
    }
    return row.has("article") ? FileType.CNN_DAILYMAIL : FileType.SINGLE_TURN;
  }

  /**
   * The detected type of a file.
   *
   * @param type empty if several types are possible
   * @param timed whether the first line has a timestamp
   */
  public record Kind(Optional<FileType> type, boolean timed) {
    /** No file. */
    public static final Kind NONE = new Kind(Optional.empty(), false);

    private static final Kind PLAIN = new Kind(Optional.of(FileType.SINGLE_TURN), false);

    /** Returns whether the lines are recorded requests. */
    public boolean isTrace() {
      return type.map(FileType::isTrace).orElse(false);
    }

    /** Returns whether the file can define a fixed schedule. */
    public boolean mayHaveTimes() {
      return type.map(FileType::hasTimes).orElse(false);
    }
  }

  /**
   * Passes the session ID (or null) and the turns of every selected line of a {@code single_turn}
   * or {@code multi_turn} file to the consumer, in order. Some may have been passed before an
   * exception.
   *
   * @param timed whether there is a fixed schedule
   * @return totals of the selected lines
   */
  PromptFileSummary readSessions(
      DatasetPlan plan, boolean timed, BiConsumer<String, List<SingleTurnLine>> consumer) {
    SessionSelection selection = new SessionSelection(plan, timed);
    read(
        text -> {
          MultiTurnLine line = sessionOf(text, plan.fileType(), timed);
          for (SingleTurnLine turn : line.turns()) {
            limitMediaSize(turn.content());
          }
          if (selection.includes(line)) {
            consumer.accept(line.sessionId(), line.turns());
          }
        });
    Optional<String> untimed = selection.sessionWithoutTime();
    if (untimed.isPresent()) {
      throw DatasetException.unusable(
          file,
          "session %s has only a system message (a fixed schedule needs a turn with a timestamp)"
              .formatted(untimed.get()));
    }
    if (selection.summary().requests() == 0) {
      throw DatasetException.unusable(file, "none of its requests is within the offsets");
    }
    return selection.summary();
  }

  private MultiTurnLine sessionOf(String text, FileType type, boolean timed)
      throws MalformedLineException {
    return type == FileType.MULTI_TURN
        ? MultiTurnLine.parse(text, endpoint, folder(), timed)
        : MultiTurnLine.of(SingleTurnLine.of(JsonLine.parse(text), endpoint, folder(), timed));
  }

  /** Reads the first questions of a published data set, at least one. */
  List<QuestionLine> readQuestions(FileType type, int maximum) {
    List<QuestionLine> questions = new ArrayList<>();
    read(
        text -> {
          questions.addAll(QuestionLine.parse(text, type, endpoint));
          done = questions.size() >= maximum;
        });
    return questions.subList(0, Math.min(maximum, questions.size()));
  }

  /** Reads every line of a pool. Such lines need not be complete prompts. */
  void readPool(Consumer<LineContent> consumer) {
    read(
        text -> {
          LineContent content = LineContent.of(JsonLine.parse(text), endpoint, folder());
          limitMediaSize(content);
          consumer.accept(content);
        });
  }

  /** The folder that paths in the file are relative to. */
  private Path folder() {
    return requireNonNull(file.toAbsolutePath().getParent());
  }

  private void limitMediaSize(LineContent content) throws MalformedLineException {
    mediaChars += content.media().charsHeld();
    if (mediaChars > MAX_MEDIA_CHARS) {
      throw new MalformedLineException(
          "media of more than "
              + (MAX_MEDIA_CHARS >> 20)
              + " MB up to this line (use file paths in place of data: URLs)");
    }
  }

  private void read(LineConsumer consumer) {
    List<String> problems = new ArrayList<>();
    int lineNumber = 0;
    boolean isEmpty = true;
    try (BufferedReader reader = TextFile.open(file)) {
      String line = reader.readLine();
      while (line != null && !done && problems.size() < MAX_PROBLEMS) {
        lineNumber++;
        if (!line.isBlank()) {
          isEmpty = false;
          take(line, lineNumber, consumer, problems);
        }
        line = reader.readLine();
      }
    } catch (CharacterCodingException e) {
      problems.add("Cannot read " + file + ": it is not UTF-8 text, after line " + lineNumber);
    } catch (IOException e) {
      throw DatasetException.unreadable(file, e);
    }
    if (problems.isEmpty() && isEmpty) {
      problems.add(
          "Cannot use " + file + ": it has no prompts (give one JSON object on each line)");
    }
    if (!problems.isEmpty()) {
      throw new DatasetException(problems);
    }
  }

  private void take(String line, int lineNumber, LineConsumer consumer, List<String> problems) {
    try {
      consumer.take(line);
    } catch (MalformedLineException e) {
      problems.add("Invalid prompt: " + file + ":" + lineNumber + ": " + e.getMessage());
    }
  }
}
