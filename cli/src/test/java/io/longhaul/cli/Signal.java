package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** Signals, sent by a shell. */
public enum Signal {
  /** Suspends a process. */
  STOP,

  /** Resumes it. */
  CONT,

  /** Terminates it. */
  TERM,

  /** Signals that its terminal was closed. */
  HUP;

  /** Sends the signal to a process. */
  public void sendTo(ProcessHandle process) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("/bin/sh", "-c", "kill -" + name() + " " + process.pid())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).as("%s to %d", this, process.pid()).isZero();
  }
}
