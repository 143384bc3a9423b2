package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Signals, as a shell sends them. */
enum Signal {
  /** Holds a process where it is. */
  STOP,

  /** Lets it go on. */
  CONT,

  /** Asks it to end. */
  TERM,

  /** Tells it that its terminal is gone. */
  HUP;

  void sendTo(ProcessHandle process) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name() + " " + process.pid())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).as("%s to %d", this, process.pid()).isZero();
  }
}
