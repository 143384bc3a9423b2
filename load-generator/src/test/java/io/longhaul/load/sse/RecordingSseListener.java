package io.longhaul.load.sse;

import java.util.ArrayList;
import java.util.List;

/** Records events, one line per event: {@code name|data|comment}, with - for absent parts. */
final class RecordingSseListener implements SseListener {

  private final List<String> received = new ArrayList<>();

  @Override
  public void event(SseEvent event) {
    received.add(
        (event.name().isEmpty() ? "-" : event.name())
            + "|"
            + (event.hasData() ? event.dataText() : "-")
            + "|"
            + event.comment().orElse("-")
            + (event.isTerminated() ? "" : "|unterminated"));
  }

  List<String> received() {
    return received;
  }
}
