package io.longhaul.load.plan;

import io.longhaul.load.endpoint.Keyword;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a file of prompts has: on each line, unless something else is said. */
public enum FileType implements Keyword {
  /** A prompt each; those that name the same session follow each other. */
  SINGLE_TURN,
  /** A session of several turns each, or a part of one. */
  MULTI_TURN,
  /** A part of a prompt each, from which prompts are drawn; of a folder each file is a pool. */
  RANDOM_POOL,
  /** One JSON list of recorded conversations, as ShareGPT has them. */
  SHAREGPT,
  /** A question each, perhaps with a message of the system, as OpenOrca has them. */
  OPENORCA,
  /** An article each, as CNN/DailyMail has them. */
  CNN_DAILYMAIL,
  /** A recorded request each, with its time and the blocks that it shares with others. */
  MOONCAKE_TRACE,
  /** The same as GenAI-Perf reads it: members that it does not know go into the body. */
  PAYLOAD,
  /** A whole body each. */
  RAW_PAYLOAD,
  /** One JSON object with the bodies of sessions, as AIPerf and Longhaul write what they asked. */
  INPUTS_JSON;

  /** Whether sessions may have several turns. */
  boolean hasSessions() {
    return this == SINGLE_TURN || hasDialogues() || isTrace();
  }

  /** Whether each turn is told with all that was said before. */
  boolean hasDialogues() {
    return this == MULTI_TURN || this == SHAREGPT;
  }

  /** Whether turns may say when they are due on a fixed schedule. */
  public boolean hasTimes() {
    return hasDelays();
  }

  /** Whether turns may say how long after the answer before they are due. */
  public boolean hasDelays() {
    return this == SINGLE_TURN || this == MULTI_TURN || this == MOONCAKE_TRACE || this == PAYLOAD;
  }

  /** Whether the plan says how many conversations are made of the file; else it is read whole. */
  public boolean hasAnyNumber() {
    return this == RANDOM_POOL || isPublic();
  }

  /** Whether it is the form of a data set that others have published. */
  public boolean isPublic() {
    return this == SHAREGPT || this == OPENORCA || this == CNN_DAILYMAIL;
  }

  /** The names of those, as a sentence has them. */
  public static String publicWords() {
    return Arrays.stream(values())
        .filter(FileType::isPublic)
        .map(FileType::word)
        .collect(Collectors.joining(", "));
  }

  /** Whether lines are recorded requests, which may share blocks. */
  public boolean isTrace() {
    return this == MOONCAKE_TRACE || this == PAYLOAD || this == RAW_PAYLOAD || this == INPUTS_JSON;
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
