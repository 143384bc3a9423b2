package io.longhaul.cli.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.api.AccessToken;
import io.longhaul.cli.api.ServerName;
import io.longhaul.report.html.Chromium;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Opens the pages in Chromium. */
@EnabledIfSystemProperty(named = "longhaul.chromium", matches = ".+")
class RunsBrowserTest {
  private static final int DESKTOP = 1200;
  private static final int PHONE = 360;
  private static final int HEIGHT = 900;

  /** Width of the picture in the documentation, with all columns. */
  private static final int PICTURE = 1600;

  @TempDir static Path folder;
  private static Chromium chromium;
  private static TestLake lake;
  private static RunsServer server;

  @BeforeAll
  static void start() throws Exception {
    lake = new TestLake(folder.resolve("lake"));
    lake.addFinished("nightly-1", "llama", 0);
    lake.addFinished("nightly-2", "llama", 90);
    lake.addUnfinished("nightly-3", 5);
    lake.commitSamples("nightly-3", "s", 0, 5);
    lake.addUnfinished("nightly-4", 5);
    server = serverOf(lake);
    chromium = new Chromium(folder);
  }

  private static RunsServer serverOf(TestLake lake) throws Exception {
    return RunsServer.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new ServerName("127.0.0.1", "--public-name"),
        AccessToken.random(),
        List.of(lake.lake()),
        Optional.empty(),
        "test");
  }

  @AfterAll
  static void stop() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
    server.close();
  }

  @AfterEach
  void nothingIsWrongAndNothingComesFromElsewhere() throws Exception {
    assertThat(chromium.problems()).isEmpty();
    assertThat(chromium.requests())
        .allSatisfy(request -> assertThat(request).startsWith(root(server.url())));
    chromium.open(URI.create("about:blank"), DESKTOP, HEIGHT, false);
  }

  private static String root(String url) {
    return url.replaceFirst("\\?.*", "");
  }

  @Test
  void theFormFiltersSortsAndKeepsTheSelection() throws Exception {
    open(DESKTOP, false);
    evaluate("document.querySelector('[value=\"1/nightly-2\"]').click()");
    evaluate("document.querySelector('#filter').value = 'nightly-1'");
    evaluate("document.querySelector('[role=search] button').click()");
    await("document.querySelectorAll('tbody tr').length === 1");

    assertThat(text("fieldset")).contains("nightly-2");
    evaluate("document.querySelector('tbody input').click()");
    evaluate("document.querySelector('[formaction=\"/compare\"]').click()");
    await("document.title.startsWith('Comparison of runs')");
    assertThat(text("h1")).isEqualTo("Comparison of runs");
  }

  @Test
  void aSortedColumnSaysSoToScreenReaders() throws Exception {
    open(DESKTOP, true);
    evaluate("document.querySelector('th [value=\"-ttft_p99\"]').click()");
    await("document.querySelector('[aria-sort=descending]')?.innerText.includes('TTFT p99')");
    assertThat(text("tbody tr:first-child th")).isEqualTo("nightly-2");
  }

  @Test
  void theReportOfARunIsShownWhenItIsComputed() throws Exception {
    open(DESKTOP, false);
    evaluate("[...document.querySelectorAll('tbody a')].find(a => a.text === 'nightly-1').click()");
    await("document.querySelector('#verdict') !== null");
    assertThat(text("h1")).isEqualTo("Load test of llama");
  }

  @Test
  void theLiveViewOfARunHasChartsAndNoButtonToStopIt() throws Exception {
    open(DESKTOP, false);
    evaluate("[...document.querySelectorAll('tbody a')].find(a => a.text === 'nightly-3').click()");
    await("document.querySelectorAll('#rows tr').length === 5");
    await("document.querySelectorAll('#charts .plot canvas').length > 3");
    await("document.querySelector('#stage').textContent === 'Running'");
    assertThat(evaluate("document.querySelector('#stop').hidden")).isEqualTo("true");
    evaluate("document.querySelector('#gpu-power').scrollIntoView()");
    await("document.querySelector('#gpu-power .plot canvas') !== null");
    evaluate("document.querySelector('#server-requests').scrollIntoView()");
    await("document.querySelector('#server-requests .plot canvas') !== null");
    assertThat(text("#source")).startsWith("All figures, also those of GPUs and servers, are read");
  }

  @Test
  void theLinkToTheReportRemainsWhenTheServerEnds() throws Exception {
    try (RunsServer ending = serverOf(lake)) {
      URI list = URI.create(ending.url());
      chromium.open(list, DESKTOP, HEIGHT, false);
      await("document.querySelectorAll('tbody tr').length === 4");
      evaluate(
          "[...document.querySelectorAll('tbody a')].find(a => a.text === 'nightly-4').click()");
      await("document.querySelectorAll('#rows tr').length === 5");
      lake.finish("nightly-4");
      await("document.querySelector('#link a')?.text === 'report'");
    }
    // The page tries again after it has learned that the connection is closed.
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (chromium.problems().stream().noneMatch(problem -> problem.contains("WebSocket"))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(text("#link")).isEqualTo("The run has ended: report");
    open(DESKTOP, false);
  }

  @Test
  void nothingScrollsSidewaysOnAPhone() throws Exception {
    open(PHONE, true);
    assertThat(Integer.parseInt(evaluate("document.documentElement.scrollWidth")))
        .isLessThanOrEqualTo(PHONE);
  }

  /** Takes a picture of the first page of a server, for the documentation. */
  @Test
  @EnabledIfSystemProperty(named = "longhaul.web.url", matches = ".+")
  void picturesOfAServer() throws Exception {
    Path into =
        Files.createDirectories(Path.of(System.getProperty("longhaul.web.into", "pictures")));
    URI url = URI.create(System.getProperty("longhaul.web.url"));
    chromium.open(url, PICTURE, HEIGHT, false);
    await("document.querySelectorAll('tbody tr').length > 1");
    int bottom =
        Integer.parseInt(
            evaluate("Math.ceil(document.querySelector('footer').getBoundingClientRect().bottom)"));
    chromium.picture(into.resolve("runs.png"), PICTURE, 0, bottom);
    chromium.open(url, PHONE, HEIGHT, true);
    await("document.querySelectorAll('tbody tr').length > 1");
    chromium.picture(into.resolve("runs-phone.png"), PHONE, 0, HEIGHT);
    chromium.open(URI.create("about:blank"), DESKTOP, HEIGHT, false);
  }

  private static void open(int width, boolean dark) throws Exception {
    chromium.open(URI.create(server.url()), width, HEIGHT, dark);
    await("document.querySelectorAll('tbody tr').length === 4");
  }

  private static String evaluate(String expression) throws Exception {
    return chromium.evaluate(expression).asText();
  }

  private static String text(String selector) throws Exception {
    return evaluate("document.querySelector('" + selector + "').innerText.trim()");
  }

  /** Waits until a JavaScript expression is true; the page may change meanwhile. */
  private static void await(String expression) throws Exception {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (true) {
      try {
        if (chromium.evaluate("Boolean(" + expression + ")").asBoolean()) {
          return;
        }
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("context"); // another page is being opened
      }
      assertThat(System.nanoTime()).as(expression).isLessThan(deadline);
      LockSupport.parkNanos(50_000_000);
    }
  }
}
