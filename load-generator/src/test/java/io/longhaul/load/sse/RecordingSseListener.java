package io.longhaul.load.sse;

import java.util.ArrayList;
import java.util.List;

/** Writes down what it hears, one line an event: {@code name|data|comment}, absent parts as -. */
final class RecordingSseListener implements SseListener {

  private final List<String> heard = new ArrayList<>();

  @Override
  public void event(SseEvent event) {
    heard.add(
        (event.name().isEmpty() ? "-" : event.name())
            + "|"
            + (event.hasData() ? event.dataText() : "-")
            + "|"
            + event.comment().orElse("-")
            + (event.isTerminated() ? "" : "|unterminated"));
  }

  List<String> heard() {
    return heard;
  }
}
