package io.longhaul.load.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the lines of a file of prompts are. */
public enum FileType {
  /** A prompt each. */
  SINGLE_TURN,
  /** A session of several turns each, or a part of one. */
  MULTI_TURN,
  /** A recorded request each, with its time and the blocks that it shares with others. */
  MOONCAKE_TRACE,
  /** The same as GenAI-Perf reads it: members that it does not know go into the body. */
  PAYLOAD;

  /** The name on a command line and in a plan, for example {@code single_turn}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether lines may have times. */
  public boolean isTrace() {
    return this == MOONCAKE_TRACE || this == PAYLOAD;
  }

  /** The type with this name, in any case, with {@code -} or {@code _}. */
  public static Optional<FileType> of(String word) {
    String wanted = word.strip().replace('-', '_');
    return Arrays.stream(values()).filter(type -> type.word().equalsIgnoreCase(wanted)).findFirst();
  }

  /** All names, as a sentence has them. */
  public static String allWords() {
    return Arrays.stream(values()).map(FileType::word).collect(Collectors.joining(", "));
  }
}
