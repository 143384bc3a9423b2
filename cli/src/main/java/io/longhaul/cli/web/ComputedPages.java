package io.longhaul.cli.web;

import io.longhaul.schema.PrivateFiles;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pages that take seconds to compute, in a temporary folder of bounded size. However many requests
 * ask for a page, and however often its files change, one computation of it waits or runs; one
 * thread computes one page after another, because each may need much memory. Thread-safe.
 */
final class ComputedPages implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ComputedPages.class);

  /** Pages that wait; more of them would be computed long after their readers have gone. */
  static final int MOST_WAITING = 20;

  /** Time for which a failure is shown before the page is computed again. */
  private static final Duration FAILURE_TIME = Duration.ofSeconds(10);

  /** Time for which a page is shown although its files have changed. */
  private static final Duration VALID_TIME = Duration.ofSeconds(30);

  private static final long CLOSE_SECONDS = 5;

  private final Path folder;
  private final long mostBytes;
  private final Supplier<Instant> clock;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread worker = new Thread(task, "web-pages");
            worker.setDaemon(true);
            return worker;
          });

  /** By key, the least recently requested first. */
  private final Map<String, Page> pages = new LinkedHashMap<>(16, 0.75f, true);

  private int begun;

  /** Computes a page. */
  @FunctionalInterface
  interface Computation {
    /**
     * Writes the page.
     *
     * @param into an empty folder
     * @return the file
     */
    Path write(Path into) throws IOException;
  }

  /**
   * A page that was requested.
   *
   * @param newest completed with its file, or with an {@link IOException}
   * @param older the page of an earlier version, until the newest one is computed
   */
  record Requested(CompletableFuture<Path> newest, Optional<Path> older) {}

  /** A page that is computed, or was. */
  private static final class Page {
    final String version;
    final Path folder;
    final CompletableFuture<Path> file = new CompletableFuture<>();
    @Nullable Page older;
    long bytes;

    /** When it was computed or has failed; set before the file is completed. */
    Instant ended = Instant.EPOCH;

    Page(String version, Path folder, @Nullable Page older) {
      this.version = version;
      this.folder = folder;
      this.older = older;
    }

    Requested requested() {
      return new Requested(file, Optional.ofNullable(older).map(page -> page.file.join()));
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param folder an existing folder, which {@link #close} deletes
   * @param mostBytes size of all pages above which the least recently requested ones are deleted;
   *     the newest remains
   */
  ComputedPages(Path folder, long mostBytes, Supplier<Instant> clock) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.clock = clock;
  }

  /**
   * Returns a page, which is computed unless it exists. A page of another version is computed again
   * if that was some time ago.
   *
   * @param key of equal pages
   * @param version changes with the files that the page shows
   */
  synchronized Requested page(String key, String version, Computation computation) {
    Page known = pages.get(key);
    if (known != null && isValid(known, version)) {
      return known.requested();
    }
    Page older = known != null && hasFile(known) ? known : null;
    if (pages.values().stream().filter(page -> !page.file.isDone()).count() >= MOST_WAITING) {
      return older != null
          ? older.requested()
          : new Requested(
              CompletableFuture.failedFuture(
                  new IOException(
                      MOST_WAITING + " other pages are waiting to be computed (try again later)")),
              Optional.empty());
    }
    if (known != null && older == null) {
      delete(known.folder);
    }
    Page page = new Page(version, folder.resolve("page-" + begun++), older);
    pages.put(key, page);
    thread.execute(() -> compute(page, computation));
    return page.requested();
  }

  private boolean isValid(Page page, String version) {
    if (!page.file.isDone()) {
      return true;
    }
    if (page.file.isCompletedExceptionally()) {
      return !clock.get().isAfter(page.ended.plus(FAILURE_TIME));
    }
    return hasFile(page)
        && (page.version.equals(version) || !clock.get().isAfter(page.ended.plus(VALID_TIME)));
  }

  /**
   * Returns whether a page is computed, and its file was not deleted by a cleaner of the folder.
   */
  private static boolean hasFile(Page page) {
    return page.file.isDone()
        && !page.file.isCompletedExceptionally()
        && Files.exists(page.file.join());
  }

  private void compute(Page page, Computation computation) {
    try {
      Path file = write(page.folder, computation);
      long bytes = Files.size(file);
      computed(page, bytes);
      page.file.complete(file);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LOG.warn("A page cannot be computed", e);
      ended(page);
      delete(page.folder);
      page.file.completeExceptionally(
          e instanceof IOException
              ? e
              : new IOException(e instanceof OutOfMemoryError ? "out of memory" : e.toString(), e));
    }
  }

  /** Reads once more if a file was replaced in the meantime. */
  private Path write(Path own, Computation computation) throws IOException {
    PrivateFiles.folder(folder); // a cleaner may have deleted it
    try {
      return computation.write(PrivateFiles.folder(own));
    } catch (NoSuchFileException | FileNotFoundException e) {
      LOG.info("A file was replaced while it was read: {}", e.getMessage());
      return computation.write(PrivateFiles.folder(own));
    }
  }

  private synchronized void ended(Page page) {
    page.ended = clock.get();
    if (page.older != null) {
      delete(page.older.folder);
      page.older = null;
    }
  }

  private synchronized void computed(Page newest, long bytes) {
    ended(newest);
    newest.bytes = bytes;
    long all = pages.values().stream().mapToLong(page -> page.bytes).sum();
    for (Iterator<Page> eldest = pages.values().iterator(); eldest.hasNext() && all > mostBytes; ) {
      Page page = eldest.next();
      if (page != newest && page.file.isDone()) {
        all -= page.bytes;
        eldest.remove();
        delete(page.folder);
      }
    }
  }

  private static void delete(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    try {
      Files.walkFileTree(
          tree,
          new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      LOG.warn("Cannot delete {}", tree, e);
    }
  }

  /** Stops to compute, and deletes all pages; waits some seconds for the page in progress. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.info("A page is still being computed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    delete(folder);
  }
}
