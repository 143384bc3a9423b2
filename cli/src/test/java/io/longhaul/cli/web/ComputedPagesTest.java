package io.longhaul.cli.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComputedPagesTest {
  private static final long MOST_BYTES = 100;

  @TempDir Path parent;
  private final AtomicInteger computations = new AtomicInteger();
  private Path folder;
  private ComputedPages pages;
  private Instant now = Instant.EPOCH;

  @BeforeEach
  void open() throws IOException {
    folder = Files.createDirectory(parent.resolve("pages"));
    pages = new ComputedPages(folder, MOST_BYTES, () -> now);
  }

  @AfterEach
  void nothingIsLeft() {
    pages.close();
    assertThat(folder).doesNotExist();
  }

  @Test
  void aPageIsComputedOnceForAllRequests() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    ComputedPages.Computation slow =
        into -> {
          awaitUninterruptibly(begun);
          return write(into, 10);
        };
    CompletableFuture<Path> first = page("a", slow);
    CompletableFuture<Path> second = page("a", slow);
    begun.countDown();

    assertThat(result(first)).isEqualTo(result(second)).exists();
    assertThat(computations).hasValue(1);
  }

  @Test
  void theLeastRecentlyRequestedPagesAreDeleted() throws Exception {
    Path one = result(page("1", into -> write(into, 40)));
    Path two = result(page("2", into -> write(into, 40)));
    assertThat(result(page("1", into -> write(into, 40)))).isEqualTo(one);
    Path large = result(page("3", into -> write(into, 50)));

    assertThat(two).doesNotExist();
    assertThat(one).exists();
    assertThat(large).exists();
    assertThat(result(page("4", into -> write(into, 500)))).exists();
    assertThat(one).doesNotExist();
  }

  @Test
  void aFailureIsShownForAWhileAndThenThePageIsComputedAgain() throws Exception {
    ComputedPages.Computation failing =
        into -> {
          computations.incrementAndGet();
          throw new IOException("damaged");
        };
    assertThatThrownBy(() -> result(page("a", failing))).hasRootCauseMessage("damaged");
    assertThatThrownBy(() -> result(page("a", failing))).hasRootCauseMessage("damaged");
    assertThat(computations).hasValue(1);

    now = now.plusSeconds(11);
    assertThat(result(page("a", into -> write(into, 1)))).exists();
  }

  @Test
  void aFileThatWasReplacedIsReadAgain() throws Exception {
    ComputedPages.Computation once =
        into -> {
          if (computations.get() == 0) {
            computations.incrementAndGet();
            throw new NoSuchFileException("part-0.parquet");
          }
          return write(into, 1);
        };

    assertThat(result(page("a", once))).exists();
  }

  @Test
  void onlySomePagesWait() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    for (int i = 0; i < ComputedPages.MOST_WAITING; i++) {
      CompletableFuture<Path> unused =
          page(
              "page " + i,
              into -> {
                awaitUninterruptibly(begun);
                return write(into, 1);
              });
    }

    assertThatThrownBy(() -> result(page("further", into -> write(into, 1))))
        .hasRootCauseMessage("20 other pages are waiting to be computed (try again later)");
    begun.countDown();
  }

  @Test
  void aPageWhoseFilesChangeIsComputedAgainAfterAWhileAndTheOlderOneIsShownUntilThen()
      throws Exception {
    Path first = result(pages.page("a", "1", into -> write(into, 1)).newest());
    now = now.plusSeconds(20);
    assertThat(result(pages.page("a", "2", into -> write(into, 2)).newest())).isEqualTo(first);

    now = now.plusSeconds(20);
    CountDownLatch begun = new CountDownLatch(1);
    ComputedPages.Computation slow =
        into -> {
          awaitUninterruptibly(begun);
          return write(into, 3);
        };
    ComputedPages.Requested third = pages.page("a", "3", slow);
    assertThat(third.older()).contains(first);
    now = now.plusSeconds(100);
    ComputedPages.Requested fourth = pages.page("a", "4", slow);
    assertThat(fourth).isEqualTo(third);
    begun.countDown();

    assertThat(result(fourth.newest())).isNotEqualTo(first).hasSize(3);
    assertThat(first).doesNotExist();
    assertThat(computations).hasValue(2);
    assertThat(result(pages.page("a", "4", slow).newest())).isEqualTo(result(third.newest()));
  }

  @Test
  void aPageThatACleanerHasDeletedIsComputedAgain() throws Exception {
    Path first = result(page("a", into -> write(into, 1)));
    Files.delete(first);
    Path second = result(page("a", into -> write(into, 1)));
    assertThat(second).exists();

    Files.delete(second);
    Files.delete(second.getParent());
    Files.delete(folder);
    assertThat(result(page("a", into -> write(into, 1)))).exists();
  }

  private CompletableFuture<Path> page(String key, ComputedPages.Computation computation) {
    return pages.page(key, "", computation).newest();
  }

  private Path write(Path into, int bytes) throws IOException {
    computations.incrementAndGet();
    return Files.write(into.resolve("page.html"), new byte[bytes]);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static Path result(CompletableFuture<Path> page) throws Exception {
    return page.get(1, TimeUnit.MINUTES);
  }
}
