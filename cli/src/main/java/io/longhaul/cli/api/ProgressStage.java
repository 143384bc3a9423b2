package io.longhaul.cli.api;

import java.util.Locale;

/** How far a run is, in our words and in AIPerf's. */
enum ProgressStage {
  STARTING("initializing"),
  PREPARING("configuring"),
  READY("ready"),
  WARMING_UP("profiling"),
  RUNNING("profiling"),
  /** Nothing more is sent, and what is in flight is awaited. */
  STOPPING("profiling"),
  COUNTING("processing"),
  /** Documents are written. */
  DONE("stopping"),
  /** It could not begin, or what it stands on failed: there are no documents. */
  FAILED("stopping");

  private final String systemState;

  ProgressStage(String systemState) {
    this.systemState = systemState;
  }

  /** As in {@code warming_up}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** AIPerf's word for it. */
  String systemState() {
    return systemState;
  }
}
