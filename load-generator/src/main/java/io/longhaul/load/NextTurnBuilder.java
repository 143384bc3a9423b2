package io.longhaul.load;

import io.longhaul.load.record.ResponseListener;
import io.longhaul.load.time.Threads;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds the later turns of a lane's sessions, each as soon as the response to the previous turn is
 * complete. It has its own thread, because it writes the whole conversation for every turn, which
 * would delay the event loop.
 */
final class NextTurnBuilder implements AutoCloseable {
  private final RequestFactory requests;
  private final Tokenizer tokenizer;
  private final Consumer<Throwable> failed;
  private final ThreadPoolExecutor maker;

  /**
   * @param tokenizer counts the tokens of responses that were not counted when they were recorded
   * @param failed called if no more turns can be built
   */
  NextTurnBuilder(
      String lane, RequestFactory requests, Tokenizer tokenizer, Consumer<Throwable> failed) {
    this.requests = requests;
    this.tokenizer = tokenizer;
    this.failed = failed;
    // The first later turn starts the thread. Turns that are requested after the end are not built.
    this.maker =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Threads.daemons("turns-" + lane),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  /**
   * Builds the turn that follows a response. Any thread.
   *
   * @param response text of the response; empty if it is empty or has failed
   * @param responseTokens its tokens, or {@link ResponseListener#UNCOUNTED}
   * @param made receives the turn, on the building thread
   */
  void buildNext(
      ConversationHistory history,
      String response,
      int responseTokens,
      Consumer<RequestFactory.PreparedRequest> made) {
    maker.execute(
        () -> {
          try {
            history.addResponse(
                response,
                () ->
                    responseTokens == ResponseListener.UNCOUNTED
                        ? tokenizer.count(response)
                        : responseTokens);
            made.accept(requests.laterTurn(history));
          } catch (RuntimeException e) {
            failed.accept(e);
          }
        });
  }

  /** Stops building turns. */
  @Override
  public void close() {
    maker.shutdownNow();
  }
}
