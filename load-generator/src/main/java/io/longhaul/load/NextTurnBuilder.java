package io.longhaul.load;

import io.longhaul.load.tokenizer.Tokenizer;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Makes the later turns of a lane's sessions, each as soon as the answer before is there, on a
 * thread of their own: what was said so far is written down anew each time, and that is nothing for
 * a loop that sends.
 */
final class NextTurnBuilder implements AutoCloseable {
  private final RequestFactory requests;
  private final Tokenizer tokenizer;
  private final Consumer<Throwable> failed;
  private final ThreadPoolExecutor maker;

  /**
   * @param tokenizer counts the tokens of what assistants said
   * @param failed told when no more turns can be made
   */
  NextTurnBuilder(
      String lane, RequestFactory requests, Tokenizer tokenizer, Consumer<Throwable> failed) {
    this.requests = requests;
    this.tokenizer = tokenizer;
    this.failed = failed;
    // The thread begins with the first later turn; what is asked for after the end is not made.
    this.maker =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "turns-" + lane);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
  }

  /**
   * Makes the turn that follows an answer. Any thread.
   *
   * @param response what the assistant said; empty when it said nothing, or failed
   * @param made takes the turn, on the thread that makes them
   */
  void makeNext(ConversationHistory history, String response, Consumer<RequestFactory.PreparedRequest> made) {
    maker.execute(
        () -> {
          try {
            history.answered(response, tokenizer);
            made.accept(requests.laterTurn(history));
          } catch (RuntimeException e) {
            failed.accept(e);
          }
        });
  }

  /** Makes no more. */
  @Override
  public void close() {
    maker.shutdownNow();
  }
}
