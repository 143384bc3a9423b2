package io.longhaul.sinks.iceberg;

import io.longhaul.sinks.RowFile;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A set of names of files with a short text. A job numbers the files of a writer, so the text names
 * the writer once, with ranges of numbers: {@code 2026-01-02.run.part-7a12:0-1439,1441}. Texts of
 * several writers, and of names without such a number, are separated by spaces. For one thread.
 */
final class RegisteredFiles {
  private static final Pattern WRITER = Pattern.compile("(?<start>[^: ]+):(?<ranges>[0-9,-]+)");
  private static final Pattern RANGE = Pattern.compile("(?<first>\\d{1,9})(?:-(?<last>\\d{1,9}))?");
  private static final Pattern WORD = Pattern.compile("\\S+");

  private final Map<String, BitSet> numbers = new TreeMap<>();
  private final TreeSet<String> others = new TreeSet<>();

  /** Reads the text of a set. */
  static RegisteredFiles parse(String text) {
    RegisteredFiles files = new RegisteredFiles();
    WORD.matcher(text).results().forEach(word -> files.addWord(word.group()));
    return files;
  }

  private void addWord(String word) {
    Matcher writer = WRITER.matcher(word);
    if (!writer.matches()) {
      others.add(word);
      return;
    }
    BitSet known = numbers.computeIfAbsent(writer.group("start"), any -> new BitSet());
    Matcher range = RANGE.matcher(writer.group("ranges"));
    while (range.find()) {
      int first = Integer.parseInt(range.group("first"));
      String last = range.group("last");
      known.set(first, (last == null ? first : Integer.parseInt(last)) + 1);
    }
  }

  boolean contains(String name) {
    Optional<RowFile.Numbered> numbered = RowFile.numbered(name);
    if (numbered.isEmpty()) {
      return others.contains(name);
    }
    BitSet known = numbers.get(numbered.get().start());
    return known != null && known.get(numbered.get().number());
  }

  void add(String name) {
    RowFile.numbered(name)
        .ifPresentOrElse(
            numbered ->
                numbers
                    .computeIfAbsent(numbered.start(), any -> new BitSet())
                    .set(numbered.number()),
            () -> others.add(name));
  }

  /** Returns the text of the set. */
  @Override
  public String toString() {
    return Stream.concat(
            numbers.entrySet().stream()
                .map(writer -> writer.getKey() + ":" + ranges(writer.getValue())),
            others.stream())
        .collect(Collectors.joining(" "));
  }

  private static String ranges(BitSet numbers) {
    StringBuilder text = new StringBuilder();
    for (int first = numbers.nextSetBit(0); first >= 0; ) {
      int end = numbers.nextClearBit(first);
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (end - first > 1) {
        text.append('-').append(end - 1);
      }
      first = numbers.nextSetBit(end);
    }
    return text.toString();
  }
}
