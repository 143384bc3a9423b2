package io.longhaul.cli.api;

import java.util.Locale;

/** Stages of a run, with AIPerf's system states. */
enum ProgressStage {
  STARTING("initializing"),
  PREPARING("configuring"),
  READY("ready"),
  WARMING_UP("profiling"),
  RUNNING("profiling"),
  /** No further requests are sent; requests in flight are awaited. */
  STOPPING("profiling"),
  COUNTING("processing"),
  /** The documents are written. */
  DONE("stopping"),
  /** The run could not start or its infrastructure failed: there are no documents. */
  FAILED("stopping");

  private final String systemState;

  ProgressStage(String systemState) {
    this.systemState = systemState;
  }

  /** Returns the stage in lower case, such as {@code warming_up}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns AIPerf's system state. */
  String systemState() {
    return systemState;
  }
}
