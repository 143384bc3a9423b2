package io.longhaul.load;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.record.ResponseListener;
import java.util.function.Consumer;

/** Collects the text of one response. Belongs to the recording thread. */
final class ResponseText implements ResponseListener {
  private final Consumer<String> consumer;
  private final StringBuilder content = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();

  /**
   * @param consumer receives the text at the end: the content or, if there is none, the reasoning;
   *     empty if the request failed
   */
  ResponseText(Consumer<String> consumer) {
    this.consumer = consumer;
  }

  @Override
  public void delta(Delta delta) {
    content.append(delta.content());
    reasoning.append(delta.reasoning());
  }

  @Override
  public void ended(boolean good) {
    String text = (content.isEmpty() ? reasoning : content).toString();
    consumer.accept(good ? text : "");
  }
}
