package io.longhaul.load.dataset.trace;

import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.text.LineReader;
import io.longhaul.load.dataset.text.LongTable;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.plan.dataset.FileType;
import io.longhaul.load.plan.dataset.TracePlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A trace of any size. It is read once completely, to validate every line, and then line by line on
 * demand. A memory-mapped file stores the position and the timestamp of each line, so a trace of 10
 * GB uses little heap: 4 bytes per session if timestamps are not ascending, and 8 bytes per line if
 * sessions have several turns.
 *
 * @param order rows of first turns, ordered by time; null if every row is a first turn and rows are
 *     already in order
 */
public record TraceFile(
    Path file,
    DatasetPlan plan,
    LongTable index,
    TraceSessions sessions,
    int @Nullable [] order,
    FileChannel channel)
    implements AutoCloseable {
  private static final int MAX_PROBLEMS = 10;

  /** Columns of the index. */
  static final int OFFSET = 0;

  static final int BYTES = 1;
  static final int TIME = 2;

  /**
   * Reads the whole file.
   *
   * @param endpoint the kind of endpoint that receives the requests
   * @param timed whether every session must have a timestamp
   * @throws DatasetException if the trace cannot be replayed, with the location of each problem
   */
  public static TraceFile open(DatasetPlan plan, EndpointType endpoint, boolean timed) {
    Path file = Path.of(plan.inputFile());
    try {
      boolean isConverted =
          plan.fileType() == FileType.INPUTS_JSON
              || file.getFileName().toString().endsWith(LineReader.GZIP_SUFFIX);
      Path linesFile = isConverted ? convert(file, plan.fileType()) : file;
      try (LongTable.Writer rows = new LongTable.Writer(3)) {
        TraceSessions sessions = new TraceSessions(timed);
        boolean ascending = index(linesFile, file, plan, endpoint, timed, rows, sessions);
        sessions.close();
        LongTable index = rows.finish();
        boolean inOrder = ascending && sessions.areSingleTurns();
        int[] order = inOrder ? null : index.sorted(sessions.firstRows(), TIME);
        FileChannel channel = FileChannel.open(linesFile, StandardOpenOption.READ);
        return new TraceFile(file, plan, index, sessions, order, channel);
      } finally {
        if (isConverted) {
          // The content stays readable through the open channel.
          Files.deleteIfExists(linesFile);
        }
      }
    } catch (IOException e) {
      throw DatasetException.unreadable(file, e);
    }
  }

  /** Creates a temporary file of lines from a compressed file or from an {@code inputs.json}. */
  private static Path convert(Path file, FileType type) throws IOException {
    Path linesFile = Files.createTempFile("longhaul-trace", ".jsonl");
    try {
      if (type == FileType.INPUTS_JSON) {
        InputsLines.write(file, linesFile);
      } else {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
          Files.copy(in, linesFile, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return linesFile;
    } catch (IOException | DatasetException e) {
      Files.deleteIfExists(linesFile);
      throw e;
    }
  }

  /** Builds the index and returns whether timestamps are ascending. */
  private static boolean index(
      Path linesFile,
      Path file,
      DatasetPlan plan,
      EndpointType endpoint,
      boolean timed,
      LongTable.Writer rows,
      TraceSessions sessions)
      throws IOException {
    List<String> problems = new ArrayList<>();
    boolean ascending = true;
    long lines = 0;
    long before = 0;
    ScheduleFilter filter = new ScheduleFilter();
    try (LineReader reader = new LineReader(linesFile)) {
      String text = next(reader, file, problems);
      while (text != null && problems.size() < MAX_PROBLEMS) {
        if (!text.isBlank()) {
          lines++;
          try {
            TraceLine line = TraceLine.parse(text, plan.fileType(), plan.trace().blockTokens());
            boolean isLaterTurn = sessions.isLaterTurn(line);
            boolean isSelected = isSelected(line, plan.trace());
            boolean isExcluded =
                timed
                    ? filter.excludes(line.sessionId(), line.timestampNanos(), isSelected)
                    : !isSelected;
            if (timed && !isLaterTurn && !isExcluded) {
              SessionTimestamps.requirePresent(line.timestampNanos());
            }
            requirePayload(line, endpoint);
            requireText(line, plan);
            requireConversational(line, isLaterTurn, endpoint);
            if (!isExcluded) {
              sessions.add(line);
              long time = line.timestampNanos() == null ? 0 : line.timestampNanos();
              ascending &= time >= before;
              before = time;
              rows.add(reader.offset(), reader.lengthBytes(), time);
            }
          } catch (MalformedLineException e) {
            String location = "Invalid trace: " + locationOf(file, plan, reader.number()) + ": ";
            e.problems().stream()
                .limit(MAX_PROBLEMS - problems.size())
                .forEach(problem -> problems.add(location + problem));
          }
        }
        text = next(reader, file, problems);
      }
    }
    if (problems.isEmpty() && rows.rows() == 0) {
      problems.add(
          lines == 0
              ? "Cannot use " + file + ": it has no requests (give one JSON object on each line)"
              : "Cannot use " + file + ": none of its requests is within the offsets and limits");
    }
    if (!problems.isEmpty()) {
      throw new DatasetException(problems);
    }
    return ascending;
  }

  private static String locationOf(Path file, DatasetPlan plan, int number) {
    return file + (plan.fileType() == FileType.INPUTS_JSON ? ", payload " : ":") + number;
  }

  private static @Nullable String next(LineReader reader, Path file, List<String> problems)
      throws IOException {
    try {
      return reader.next();
    } catch (CharacterCodingException e) {
      problems.add("Cannot read " + file + ": it is not UTF-8 text, in line " + reader.number());
      return null;
    }
  }

  /** Lines with messages or payloads suit any endpoint. */
  private static void requireConversational(
      TraceLine line, boolean isLaterTurn, EndpointType endpoint) throws MalformedLineException {
    if (isLaterTurn && line.mode() == TraceLine.Mode.TEXT && !endpoint.converses()) {
      throw new MalformedLineException(
          "session %s has a second turn (endpoint type %s takes one text; use endpoint type chat)"
              .formatted(line.sessionId(), endpoint.typedName()));
    }
  }

  private static void requirePayload(TraceLine line, EndpointType endpoint)
      throws MalformedLineException {
    if (endpoint.sendsPayloads() && line.payload() == null) {
      throw new MalformedLineException(
          "no payload (endpoint type " + endpoint.typedName() + " sends nothing else)");
    }
    if (line.payload() != null) {
      List<String> problems = endpoint.problemsOfPayload(line.payload());
      if (!problems.isEmpty()) {
        throw new MalformedLineException(problems);
      }
    }
  }

  private static void requireText(TraceLine line, DatasetPlan plan) throws MalformedLineException {
    if (plan.changesTexts() && line.mode() != TraceLine.Mode.TEXT) {
      throw new MalformedLineException(
          "a line with "
              + line.mode().word()
              + " is sent unchanged (remove --system-prompt and --cache-bust)");
    }
  }

  private static boolean isSelected(TraceLine line, TracePlan trace) {
    boolean isLong =
        trace.mostInputTokens() != null
            && line.inputLength() != null
            && line.inputLength() > trace.mostInputTokens();
    return trace.isWithinOffsets(line.timestampNanos()) && !isLong;
  }

  /** Returns the number of sessions. A line without a session ID is a session by itself. */
  int size() {
    return order == null ? index.rows() : order.length;
  }

  /** Returns the totals of the trace. */
  public PromptFileSummary content() {
    return sessions.content().withFirstBody(line(rowAt(0)).requestsStream());
  }

  /** Returns the turns of the session at a position in time order, from 0. */
  List<TraceLine> session(int position) {
    List<TraceLine> turns = new ArrayList<>();
    for (int row = rowAt(position); row >= 0; row = sessions.following(row)) {
      turns.add(line(row));
    }
    return turns;
  }

  private TraceLine line(int row) {
    ByteBuffer bytes = ByteBuffer.allocate((int) index.get(row, BYTES));
    try {
      long from = index.get(row, OFFSET);
      while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
        // Continue reading.
      }
      String text = LineReader.decode(StandardCharsets.UTF_8.newDecoder(), bytes.array());
      return TraceLine.parse(text, plan.fileType(), plan.trace().blockTokens());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file + ": " + e.getMessage(), e);
    } catch (MalformedLineException e) {
      throw new DatasetException("Cannot read " + file + ": it has changed since it was opened", e);
    }
  }

  /**
   * Returns the due time of the session at a position, in nanoseconds since the start of the
   * replay.
   */
  long dueNanos(int position) {
    return sinceStart(index.get(rowAt(position), TIME));
  }

  /** Converts a recorded timestamp to nanoseconds since the start of the replay. */
  long sinceStart(long recordedNanos) {
    return plan.trace().sinceStart(recordedNanos, index.get(rowAt(0), TIME));
  }

  private int rowAt(int position) {
    return order == null ? position : order[position];
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
