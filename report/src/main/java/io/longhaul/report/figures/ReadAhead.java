package io.longhaul.report.figures;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads the next parts on threads of its own while the caller's thread uses the current one. */
final class ReadAhead {
  private ReadAhead() {}

  /** Reads a part. */
  @FunctionalInterface
  interface Reading<I, T> {
    T read(I part) throws IOException;
  }

  /** Uses what was read. */
  @FunctionalInterface
  interface Use<T> {
    void use(T read) throws IOException;
  }

  /**
   * Reads all parts and uses them in their order.
   *
   * @param threads number of threads that read, and maximum number of parts in memory besides the
   *     current one
   * @throws IOException if a part cannot be read, or its use fails
   */
  static <I, T> void forEach(List<I> parts, int threads, Reading<I, T> reading, Use<T> use)
      throws IOException {
    ExecutorService ahead = Executors.newFixedThreadPool(threads, ReadAhead::daemon);
    try {
      Queue<Future<T>> next = new ArrayDeque<>();
      Iterator<I> left = parts.iterator();
      while (left.hasNext() || !next.isEmpty()) {
        while (left.hasNext() && next.size() <= threads) {
          I part = left.next();
          next.add(ahead.submit(() -> reading.read(part)));
        }
        use.use(next.remove().get());
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Cannot read the requests: interrupted");
    } finally {
      ahead.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "requests-ahead");
    thread.setDaemon(true);
    return thread;
  }
}
