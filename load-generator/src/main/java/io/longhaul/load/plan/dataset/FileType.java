package io.longhaul.load.plan.dataset;

import io.longhaul.load.endpoint.request.Keyword;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The format of a file of prompts. Unless noted otherwise, each line is one JSON object. */
public enum FileType implements Keyword {
  /** Each line is a prompt; prompts with the same session ID are turns of one session. */
  SINGLE_TURN,
  /** Each line is a session of several turns, or a part of one. */
  MULTI_TURN,
  /** Each line is a part from which prompts are drawn; in a folder, each file is a pool. */
  RANDOM_POOL,
  /** One JSON list of recorded conversations, as in ShareGPT. */
  SHAREGPT,
  /** Each line is a question with an optional system message, as in OpenOrca. */
  OPENORCA,
  /** Each line is an article, as in CNN/DailyMail. */
  CNN_DAILYMAIL,
  /** Each line is a recorded request with its time and the blocks that it shares with others. */
  MOONCAKE_TRACE,
  /** A trace as GenAI-Perf reads it: unknown members are added to the request body. */
  PAYLOAD,
  /** Each line is a complete request body. */
  RAW_PAYLOAD,
  /** One JSON object with the request bodies of sessions, as AIPerf and Longhaul write it. */
  INPUTS_JSON;

  /** Returns whether sessions may have several turns. */
  boolean hasSessions() {
    return this == SINGLE_TURN || hasDialogues() || isTrace();
  }

  /** Returns whether a request contains the previous turns of its session. */
  boolean hasDialogues() {
    return this == MULTI_TURN || this == SHAREGPT;
  }

  /** Returns whether turns may have times for a fixed schedule. */
  public boolean hasTimes() {
    return hasDelays();
  }

  /** Returns whether turns may have a delay after the previous response. */
  public boolean hasDelays() {
    return this == SINGLE_TURN || this == MULTI_TURN || this == MOONCAKE_TRACE || this == PAYLOAD;
  }

  /** Returns whether the plan limits the number of entries; other files are read completely. */
  public boolean hasAnyNumber() {
    return this == RANDOM_POOL || isPublic();
  }

  /** Returns whether this is the format of a public dataset. */
  public boolean isPublic() {
    return this == SHAREGPT || this == OPENORCA || this == CNN_DAILYMAIL;
  }

  /** Returns the names of the public formats, for messages. */
  public static String publicWords() {
    return Arrays.stream(values())
        .filter(FileType::isPublic)
        .map(FileType::word)
        .collect(Collectors.joining(", "));
  }

  /** Returns whether lines are recorded requests, which may share blocks. */
  public boolean isTrace() {
    return this == MOONCAKE_TRACE || this == PAYLOAD || this == RAW_PAYLOAD || this == INPUTS_JSON;
  }
}
