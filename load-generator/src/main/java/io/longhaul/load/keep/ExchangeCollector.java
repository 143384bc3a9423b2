package io.longhaul.load.keep;

/**
 * Hears one exchange, to keep it when it has ended. Order: {@code head? (body said*)* said* (ended
 * | lost)}. For the recording thread of its lane; nothing waits.
 */
public interface ExchangeCollector {

  /** Keeps nothing. */
  ExchangeCollector NONE =
      new ExchangeCollector() {
        @Override
        public void head(String contentType) {}

        @Override
        public void body(long atNanos, byte[] bytes) {}

        @Override
        public void text(String text) {}

        @Override
        public void ended() {}

        @Override
        public void lost() {}
      };

  /**
   * The head of the answer.
   *
   * @param contentType as sent, or empty
   */
  void head(String contentType);

  /**
   * A part of the answer's body.
   *
   * @param atNanos by the process's clock
   * @param bytes not copied; must not change any more
   */
  void body(long atNanos, byte[] bytes);

  /** A piece of the text of the answer, as it was read from its body; it may be empty. */
  void text(String text);

  /** All of the exchange was told. */
  void ended();

  /** The exchange has ended, and parts of it could not be told: it is not kept. */
  void lost();
}
