package io.longhaul.load.http;

import io.longhaul.load.time.RunClock;

/** The parts of an {@link LlmClient} that do not depend on the version of HTTP. */
abstract class LoopClient implements LlmClient {
  final RunClock clock;
  final ClientLoop loop;
  final Exchanges exchanges;

  /**
   * Creates the client and starts its event loop.
   *
   * @param name name of the event loop's thread
   */
  LoopClient(String name, RunClock clock, ClientSettings settings) {
    this.clock = clock;
    loop = new ClientLoop(name, clock);
    exchanges = new Exchanges(loop, clock, settings.retryStale());
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public Timer at(long atNanos, Runnable task) {
    return loop.at(atNanos, task);
  }

  @Override
  public void close() {
    loop.close(
        () -> {
          exchanges.close();
          closeConnections();
        });
  }

  /** Closes every connection. On the event loop. */
  abstract void closeConnections();
}
