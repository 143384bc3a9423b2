package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table {@code documented-commands.txt}: blocks divided by empty lines.
 *
 * <p>{@code > NAME} starts a file that commands read, {@code = AREA} an area of the comparison.
 * Other blocks are commands: {@code #} names the page that contains the command, {@code $} is the
 * command as it is written there. {@code +} lists options that replace its own, so that the test is
 * short or has the files that it needs; {@code -} lists options that the test omits because AIPerf
 * does not have them either. {@code !} starts the message with which the command is refused; the
 * message may continue after a final {@code …}.
 */
final class DocumentedCommands {
  private static final String TABLE = "documented-commands.txt";
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

  private final Map<String, List<DocumentedCommand>> byArea = new LinkedHashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();

  private DocumentedCommands() {}

  static DocumentedCommands read() {
    DocumentedCommands commands = new DocumentedCommands();
    try (InputStream in = DocumentedCommands.class.getResourceAsStream(TABLE)) {
      List<DocumentedCommand> area = null;
      for (String block : new String(in.readAllBytes(), UTF_8).strip().split("\n\n+", -1)) {
        if (block.startsWith("> ")) {
          int end = block.indexOf('\n');
          commands.files.put(block.substring(2, end), block.substring(end + 1));
        } else if (block.startsWith("= ")) {
          area = commands.byArea.computeIfAbsent(block.substring(2), name -> new ArrayList<>());
        } else {
          area.add(command(block.split("\n", -1)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return commands;
  }

  private static DocumentedCommand command(String[] lines) {
    String refusal = lineOf(lines, '!');
    DocumentedCommand command =
        DocumentedCommand.of(
            lineOf(lines, '#'),
            words(lineOf(lines, '$')),
            Optional.of(refusal).filter(text -> !text.isEmpty()));
    return command.without(words(lineOf(lines, '-'))).with(words(lineOf(lines, '+')));
  }

  private static String lineOf(String[] lines, char mark) {
    for (String line : lines) {
      if (line.charAt(0) == mark) {
        return line.substring(2);
      }
    }
    return "";
  }

  /** Splits a line as a shell does. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(QUOTED.matcher(word.group()).replaceAll(DocumentedCommands::unquoted));
    }
    return words;
  }

  private static String unquoted(MatchResult quoted) {
    return Matcher.quoteReplacement(quoted.group(1) != null ? quoted.group(1) : quoted.group(2));
  }

  Set<String> areas() {
    return byArea.keySet();
  }

  int count() {
    return byArea.values().stream().mapToInt(List::size).sum();
  }

  List<DocumentedCommand> of(String area) {
    return byArea.get(area);
  }

  void writeFiles(Path folder) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue().replace("$FOLDER", folder.toString()));
    }
  }
}
