package io.longhaul.load;

import io.longhaul.load.endpoint.Delta;
import io.longhaul.load.record.ResponseListener;
import java.util.function.Consumer;

/** Collects what one answer says. On the recording thread. */
final class ResponseText implements ResponseListener {
  private final Consumer<String> use;
  private final StringBuilder content = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();

  /**
   * @param use takes the text at the end: its content, or what was thought when that is all there
   *     is; empty when the request failed
   */
  ResponseText(Consumer<String> use) {
    this.use = use;
  }

  @Override
  public void delta(Delta delta) {
    content.append(delta.content());
    reasoning.append(delta.reasoning());
  }

  @Override
  public void ended(boolean good) {
    String text = (content.isEmpty() ? reasoning : content).toString();
    use.accept(good ? text : "");
  }
}
