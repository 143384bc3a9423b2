package io.longhaul.load;

import io.longhaul.load.endpoint.response.Delta;
import io.longhaul.load.record.ResponseListener;
import java.util.function.ObjIntConsumer;

/** Collects the text of one response. Belongs to the recording thread. */
final class ResponseText implements ResponseListener {
  private final ObjIntConsumer<String> consumer;
  private final StringBuilder content = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();

  /**
   * @param consumer receives the text at the end: the content or, if there is none, the reasoning;
   *     empty if the request failed; and its tokens, or {@link ResponseListener#UNCOUNTED}
   */
  ResponseText(ObjIntConsumer<String> consumer) {
    this.consumer = consumer;
  }

  @Override
  public void delta(Delta delta) {
    content.append(delta.content());
    reasoning.append(delta.reasoning());
  }

  @Override
  public void ended(boolean good, int contentTokens, int reasoningTokens) {
    if (!good) {
      consumer.accept("", 0);
    } else if (content.isEmpty()) {
      consumer.accept(reasoning.toString(), reasoningTokens);
    } else {
      consumer.accept(content.toString(), contentTokens);
    }
  }
}
