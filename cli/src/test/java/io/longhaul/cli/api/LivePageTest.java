package io.longhaul.cli.api;

import static io.longhaul.report.figures.FinishedSlices.RUN_START_EPOCH_NS;
import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.ErrorCount;
import io.longhaul.export.SliceRow;
import io.longhaul.report.figures.GpuId;
import io.longhaul.report.figures.LiveStability;
import io.longhaul.report.figures.PlannedLoad;
import io.longhaul.report.html.Chromium;
import io.longhaul.report.html.GpuGauge;
import io.longhaul.wire.Mark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Opens the live view of a run in Chromium. */
@EnabledIfSystemProperty(named = "longhaul.chromium", matches = ".+")
class LivePageTest {
  private static final int DESKTOP = 1200;
  private static final int PHONE = 360;
  private static final int HEIGHT = 1600;

  /** Width of the picture in the documentation, which ends with the first chart. */
  private static final int PART = 900;

  @TempDir static Path folder;
  private static Chromium chromium;

  private final CountDownLatch stopped = new CountDownLatch(1);
  private RunApi api;

  @BeforeAll
  static void start() throws Exception {
    chromium = new Chromium(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            ApiTestRun.in(folder),
            stopped::countDown);
    api.dispatch(listener -> listener.generatorsPresent(1));
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
  }

  @AfterEach
  void close() throws Exception {
    chromium.open(URI.create("about:blank"), DESKTOP, HEIGHT, false);
    api.close();
  }

  @Test
  void finishedSlicesAreDrawnAndTheNewestIsShown() throws Exception {
    finish(0, 100, 200, 300);
    show(DESKTOP, false);

    await("document.querySelectorAll('#rows tr').length === 3");
    await("document.querySelector('#tiles').innerText.includes('300')");
    assertThat(text("#tiles")).contains("Request latency, p99");
    assertThat(text("#title")).contains("run run-1");
    assertThat(text("#stage")).isEqualTo("Running");
    assertThat(number("document.querySelectorAll('#charts .plot').length"))
        .isGreaterThan(3)
        .isEqualTo(number("document.querySelectorAll('#charts .plot canvas').length"));
    assertThat(chromium.problems()).isEmpty();
    assertThat(chromium.requests())
        .allSatisfy(request -> assertThat(request).contains("//" + host() + "/"));
  }

  @Test
  void thePageUsesTheTokenOfItsAddress() throws Exception {
    api.close();
    api =
        RunApi.openLiveView(
            LiveViewAddress.ofThisProcess(), ApiTestRun.in(folder), stopped::countDown);
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
    finish(0, 100);
    show(DESKTOP, false);
    await("document.querySelector('#tiles').innerText.includes('100')");
    finish(1, 450);
    await("document.querySelector('#tiles').innerText.includes('450')");

    chromium.evaluate("document.querySelector('#stop').click()");
    chromium.evaluate("document.querySelector('#confirm [value=yes]').click()");
    assertThat(stopped.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void aSliceAppearsWhenItIsFinished() throws Exception {
    show(DESKTOP, false);
    await("document.querySelector('#waiting').dataset.loaded === 'yes'");

    finish(0, 100);
    await("document.querySelector('#tiles').innerText.includes('100')");
    finish(1, 450);
    await("document.querySelector('#tiles').innerText.includes('450')");

    await("document.querySelector('#range').textContent === '0:00:00 to 0:00:02'");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void theDistributionOfALatencyGrowsWithTheRun() throws Exception {
    finish(0, 100);
    show(DESKTOP, false);
    await(
        "document.querySelector('#request_latency-heat .most')?.textContent === '1 value per"
            + " cell'");
    api.finished(aSlice(1, 107, 107, 400));
    await(
        "document.querySelector('#request_latency-heat .most').textContent === '2 values per cell'");

    await(
        "(() => { const c = document.querySelector('#request_latency-heat canvas');"
            + " const pixels = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            + " return pixels.some((value, i) => i % 4 === 3 && value > 200); })()");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void aReloadShowsTheWholeRun() throws Exception {
    show(DESKTOP, false);
    for (int slice = 0; slice < 2_000; slice++) {
      finish(slice, 100 + slice % 7);
    }
    await("document.querySelector('#range').textContent === '0:00:00 to 0:33:20'");
    show(DESKTOP, true);
    await("document.querySelector('#range').textContent === '0:00:00 to 0:33:20'");

    chromium.evaluate("document.querySelector('[data-zoom=newest]').click()");
    assertThat(text("#range")).isEqualTo("0:23:20 to 0:33:20");
    finish(2_000, 100);
    await("document.querySelector('#range').textContent === '0:23:21 to 0:33:21'");
    chromium.evaluate("document.querySelector('[data-zoom=earlier]').click()");
    finish(2_001, 333);
    await("document.querySelector('#tiles').innerText.includes('333')");
    assertThat(text("#range")).isEqualTo("0:18:21 to 0:28:21");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void thePageSaysWhichSliceItShowsAndWhyItCannotBeTrusted() throws Exception {
    finish(0, 100);
    SliceRow busy = aSlice(1, 200);
    busy.put("trusted", false);
    busy.put("distrust", List.of("machine busy: 3 % idle, at least 20 wanted"));
    api.finished(busy);
    show(DESKTOP, false);

    await("document.querySelector('#newest').innerText.startsWith('Slice 1')");
    assertThat(text("#newest"))
        .isEqualTo(
            "Slice 1, from 0:00:01 to 0:00:02. It cannot be trusted: machine busy: 3 % idle, at"
                + " least 20 wanted");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void slicesThatAreOverdueAreReported() throws Exception {
    long start = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - 100_000);
    api.dispatch(listener -> listener.starting(start));
    SliceRow first = aSlice(0, 100);
    first.put("start_epoch_ns", start);
    first.put("end_epoch_ns", start + 1_000_000_000);
    api.finished(first);
    show(DESKTOP, false);

    await("document.querySelector('#newest').innerText.includes('No slice was finished')");
    assertThat(text("#newest"))
        .startsWith("Slice 0, from 0:00:00 to 0:00:01. No slice was finished in the 0:0");
  }

  @Test
  void aSliceWithoutRequestsHasNoTrust() throws Exception {
    SliceRow empty = aSlice(0);
    empty.put("empty", true);
    empty.put("trusted", false);
    api.finished(empty);
    finish(1, 100);
    show(DESKTOP, false);

    await("document.querySelectorAll('#rows tr').length === 2");
    assertThat(text("#rows tr:last-child")).endsWith("no requests");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void theNextRunOfASeriesBeginsWithAnEmptyPage() throws Exception {
    finish(0, 100, 200, 300);
    show(DESKTOP, false);
    await("document.querySelector('#tiles').innerText.includes('300')");
    InetSocketAddress address = api.address();
    api.close();

    api = RunApi.open(address, "127.0.0.1", ApiTestRun.in(folder, "run-2"), stopped::countDown);
    api.dispatch(listener -> listener.starting(RUN_START_EPOCH_NS));
    await("document.querySelector('#title').innerText.endsWith('run run-2')");
    await("!document.querySelector('#waiting').hidden");
    assertThat(text("#tiles")).isEmpty();
    finish(0, 700);
    await("document.querySelector('#tiles').innerText.includes('700')");
    await("document.querySelector('#range').textContent === '0:00:00 to 0:00:01'");
    assertThat(chromium.problems()).allMatch(problem -> problem.contains("WebSocket"));
  }

  @Test
  void chartsGoOnAfterAChangeOfColors() throws Exception {
    finish(0, 100);
    show(DESKTOP, false);
    await("document.querySelector('#tiles').innerText.includes('100')");
    chromium.preferDark(true);
    finish(1, 200);

    await("document.querySelector('#request_latency .plot').dataset.range === '0-2'");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void theButtonStopsTheLoadAfterAConfirmation() throws Exception {
    finish(0, 100);
    show(DESKTOP, false);
    await("!document.querySelector('#stop').hidden");

    chromium.evaluate("document.querySelector('#stop').click()");
    chromium.evaluate("document.querySelector('#confirm [value=no]').click()");
    await("!document.querySelector('#confirm').open");
    assertThat(stopped.getCount()).isOne();

    chromium.evaluate("document.querySelector('#stop').click()");
    chromium.evaluate("document.querySelector('#confirm [value=yes]').click()");
    assertThat(stopped.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void aMarkIsAddedWithTheKeyboardAndShownImmediatelyAndAfterAReload() throws Exception {
    finish(0, 100, 200, 300);
    takeMarks(RUN_START_EPOCH_NS + 1_500_000_000L);
    show(DESKTOP, false);
    await("!document.querySelector('#mark').hidden");
    await("document.querySelectorAll('#charts .plot canvas').length > 3");
    chromium.evaluate("document.querySelector('#mark').focus()");
    chromium.pressEnter();
    await("document.activeElement.id === 'mark-text'");
    chromium.type("not this one");
    chromium.pressEscape();
    await("!document.querySelector('#marking').open");
    String before = chartPixels();

    chromium.pressEnter(); // the button has the focus again
    await("document.activeElement.id === 'mark-text'");
    assertThat(chromium.evaluate("document.querySelector('#mark-text').value").asText()).isEmpty();
    chromium.type("deployed <1.4.2>");
    chromium.pressEnter();

    await("!document.querySelector('#marking').open");
    await("document.querySelectorAll('#event-rows tr').length === 1");
    assertThat(text("#event-rows")).contains("0:00:01.5").contains("Mark: deployed <1.4.2>");
    assertThat(chromium.evaluate("document.querySelector('#marked').textContent").asText())
        .isEqualTo("The mark was added: deployed <1.4.2>");
    assertThat(chartPixels()).as("a line in the chart").isNotEqualTo(before);
    show(DESKTOP, true);
    await("document.querySelectorAll('#event-rows tr').length === 1");
    assertThat(text("#event-rows")).contains("Mark: deployed <1.4.2>");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void aMarkThatIsRefusedRemainsInItsFieldWithTheReason() throws Exception {
    show(DESKTOP, false);
    await("!document.querySelector('#mark').hidden");
    chromium.evaluate("document.querySelector('#mark').click()");
    chromium.type("too early");
    chromium.pressEnter();

    await("document.querySelector('#mark-problem').innerText.startsWith('Cannot add a mark: ')");
    assertThat(chromium.evaluate("document.querySelector('#mark-text').value").asText())
        .isEqualTo("too early");
    chromium.evaluate("document.querySelector('#mark-cancel').click()");
    await("!document.querySelector('#marking').open");
  }

  @Test
  void aMarkBeforeTheFirstSliceIsInTheTable() throws Exception {
    takeMarks(RUN_START_EPOCH_NS);
    show(DESKTOP, false);
    await("document.querySelector('#waiting').dataset.loaded === 'yes'");
    chromium.evaluate("document.querySelector('#mark').click()");
    chromium.type("deployed");
    chromium.pressEnter();

    await("document.querySelectorAll('#event-rows tr').length === 1");
    assertThat(chromium.problems()).isEmpty();
  }

  /** Takes marks as a coordinator does. */
  private void takeMarks(long epochNanos) {
    api.onMark(
        (text, addedBy) -> {
          Mark mark = new Mark(0, epochNanos, text, addedBy);
          api.dispatch(listener -> listener.marked(mark));
          return mark;
        });
  }

  private static String chartPixels() throws Exception {
    return chromium.evaluate("document.querySelector('#charts canvas').toDataURL()").asText();
  }

  @Test
  void verdictsAreShownAtTheTopAndAShiftIsAnEvent() throws Exception {
    LiveStability stability = new LiveStability(TimeUnit.SECONDS.toNanos(1), PlannedLoad.CONSTANT);
    for (int i = 0; i < 200; i++) {
      judgeAndFinish(stability, aSlice(i, 200 + i % 3));
    }
    show(DESKTOP, false);
    await("document.querySelector('#verdicts').innerText.includes(' figures steady')");
    for (int i = 200; i < 203; i++) {
      judgeAndFinish(stability, aSlice(i, 250 + i % 3));
    }
    await("document.querySelector('#verdicts').innerText.includes('Request Latency p99: shift')");
    assertThat(text("#verdicts")).contains("since 0:03:20, 201.", " ms (+25 %)");
    assertThat(text("#event-rows")).contains("0:03:20", "Shift: Request Latency p50 since 0:03:20");
    assertThat(chromium.problems()).isEmpty();
  }

  private void judgeAndFinish(LiveStability stability, SliceRow slice) {
    api.judged(stability.finished(slice));
    api.finished(slice);
  }

  @Test
  void onlyTheNewestWarningsAreAboveTheFigures() throws Exception {
    long start = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - 100_000);
    api.dispatch(listener -> listener.starting(start));
    api.dispatch(
        listener -> {
          for (int i = 1; i <= 5; i++) {
            ((RunState) listener).warned("Warning " + i);
          }
        });
    show(DESKTOP, false);

    await("document.querySelectorAll('#notes p').length === 4");
    assertThat(text("#notes"))
        .startsWith("Warning 3")
        .endsWith(
            "2 earlier warnings; those since the start of the load are in the table of events");
    await("document.querySelectorAll('#event-rows tr').length === 5");
    assertThat(text("#event-rows")).contains("Warning 1", "Warning 5");
    assertThat(chromium.problems()).isEmpty();
  }

  @Test
  void nothingScrollsSidewaysOnAPhone() throws Exception {
    finish(0, 100, 200);
    show(PHONE, true);

    await("document.querySelectorAll('#rows tr').length === 2");
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(PHONE);
    assertThat(chromium.problems()).isEmpty();
  }

  /** Takes a picture of the live view of a run in progress, for the documentation. */
  @Test
  @EnabledIfSystemProperty(named = "longhaul.live.url", matches = ".+")
  void picturesOfARun() throws Exception {
    Path into =
        Files.createDirectories(Path.of(System.getProperty("longhaul.live.into", "pictures")));
    chromium.open(URI.create(System.getProperty("longhaul.live.url")), PART, HEIGHT, false);
    await("document.querySelectorAll('#rows tr').length === 12");
    await("document.querySelectorAll('#charts .plot canvas').length > 10");
    int bottom =
        number(
            "Math.ceil(document.querySelector('#time_to_first_token').getBoundingClientRect().bottom"
                + " + scrollY)");
    chromium.picture(into.resolve("live.png"), PART, 0, bottom);
    pictures(into, "live", PART);
    assertThat(chromium.problems()).isEmpty();
  }

  /** Ten thousand slices of a run with 32 GPUs: pictures, and what the page costs. */
  @Test
  @EnabledIfSystemProperty(named = "longhaul.live.pictures", matches = ".+")
  void aLongRunIsShownQuickly() throws Exception {
    Path into = Files.createDirectories(Path.of(System.getProperty("longhaul.live.pictures")));
    long before = cpuOfApi();
    int slices = 10_000;
    Random random = new Random(1);
    for (int i = 0; i < slices; i++) {
      finishWithGpus(i, random);
    }
    CountDownLatch done = new CountDownLatch(1);
    api.dispatch(
        listener -> {
          ((RunState) listener).warned("Generator g1 was lost: killed");
          done.countDown();
        });
    done.await();
    double microsPerSlice = (cpuOfApi() - before) / 1e3 / slices;
    show(DESKTOP, false);
    await("document.querySelector('#range').textContent.endsWith('to 2:46:40')");
    chromium.evaluate("document.querySelector('[data-zoom=in]').click()");
    chromium.evaluate("document.querySelector('[data-zoom=in]').click()");
    chromium.evaluate("document.querySelector('#inter_token_latency').scrollIntoView()");
    String steps =
        """
        (async () => {
          const times = [];
          for (let i = 0; i < 120; i++) {
            const start = performance.now();
            document.querySelector(i % 2 ? '[data-zoom=later]' : '[data-zoom=earlier]').click();
            await null;
            await null;
            times.push(performance.now() - start);
            await new Promise(requestAnimationFrame);
          }
          times.sort((a, b) => a - b);
          return `p50 ${times[60].toFixed(1)} ms, p95 ${times[114].toFixed(1)} ms`;
        })()""";
    System.out.printf(
        "Live view of %,d slices and 32 GPUs: pan step %s; heap %.1f MB; %.0f µs of CPU per slice"
            + " on the side of the run%n",
        slices, chromium.evaluate(steps).asText(), chromium.heapBytes() / 1e6, microsPerSlice);
    chromium.evaluate("document.querySelector('[data-zoom=all]').click()");
    chromium.evaluate("scrollTo(0, 0)");
    pictures(into, "desktop", DESKTOP);
    show(PHONE, true);
    await("document.querySelector('#range').textContent.endsWith('to 2:46:40')");
    pictures(into, "phone", PHONE);
    assertThat(chromium.problems()).isEmpty();
  }

  private static void pictures(Path into, String name, int width) throws Exception {
    int height = number("document.documentElement.scrollHeight");
    for (int from = 0, i = 1; from < height; from += HEIGHT, i++) {
      chromium.picture(
          into.resolve(name + "-" + i + ".png"), width, from, Math.min(HEIGHT, height - from));
    }
  }

  private void finishWithGpus(int index, Random random) {
    long latency = 300 + Math.round(random.nextGaussian() * 20) + (index > 6_000 ? 60 : 0);
    SliceRow slice = aSlice(index, latency, latency + 40, latency + 90);
    slice.put("time_to_first_token_ns", slice.getRequestLatencyNs());
    slice.put("inter_token_latency_ps", slice.getRequestLatencyNs());
    slice.put("inter_chunk_latency_ns", slice.getRequestLatencyNs());
    slice.put("output_tokens_arrived", 1_000L + random.nextInt(100));
    slice.put("in_flight_max", 12L + random.nextInt(5));
    slice.put("send_lag_p99_ns", 200_000L + random.nextInt(100_000));
    slice.put("pause_max_ns", 2_000_000L);
    slice.put("host_idle_min_ratio", 0.5 + random.nextDouble() / 10);
    slice.put("process_cpu_max_cores", 0.3);
    if (index % 500 == 499) {
      slice.put("trusted", false);
      slice.put("distrust", List.of("a generator paused for 400.0 ms, at most 100.0 allowed"));
      slice.put("pause_max_ns", 400_000_000L);
    }
    ErrorCount error = new ErrorCount();
    error.put("outcome", "http_error");
    error.put("reason", "http_503");
    error.put("count", 1L);
    error.put("sample_request_ids", List.of());
    slice.put("errors", List.of(error));
    api.dispatch(
        listener -> {
          for (int gpu = 0; gpu < 32; gpu++) {
            Map<GpuGauge, Double> values = new EnumMap<>(GpuGauge.class);
            values.put(GpuGauge.POWER, 400 + gpu + 10 * random.nextGaussian());
            values.put(GpuGauge.UTILIZATION, 80 + random.nextGaussian());
            values.put(GpuGauge.MEMORY, 60e9);
            values.put(GpuGauge.CLOCK, 1.9e9);
            values.put(GpuGauge.TEMPERATURE, 60 + gpu / 4.0 + random.nextGaussian());
            ((RunState) listener)
                .charts()
                .gpuSampled(
                    new GpuId("http://e", gpu, "uuid-" + gpu, ""),
                    "host",
                    slice.getStartEpochNs() + 1,
                    values);
          }
        });
    api.finished(slice);
  }

  private static long cpuOfApi() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith("api-"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }

  private void finish(int first, long... latencies) {
    for (int i = 0; i < latencies.length; i++) {
      api.finished(aSlice(first + i, latencies[i]));
    }
  }

  private void show(int width, boolean dark) throws Exception {
    chromium.open(URI.create(api.url()), width, HEIGHT, dark);
  }

  private String host() {
    return "127.0.0.1:" + api.address().getPort();
  }

  /** Waits until a JavaScript expression is true. */
  private static void await(String expression) throws Exception {
    boolean isTrue =
        chromium
            .evaluate(
                """
                new Promise(done => {
                  const deadline = performance.now() + 60000;
                  const check = () => {
                    const isTrue = %s;
                    if (isTrue || performance.now() > deadline) done(isTrue);
                    else setTimeout(check, 20);
                  };
                  check();
                })"""
                    .formatted(expression))
            .asBoolean();
    assertThat(isTrue)
        .as(() -> expression + " within a minute; the page: " + page() + chromium.problems())
        .isTrue();
  }

  private static String page() {
    try {
      return text("header") + " " + text("#range") + " ";
    } catch (Exception e) {
      return "unreadable ";
    }
  }

  private static String text(String selector) throws Exception {
    return chromium.evaluate("document.querySelector('%s').innerText".formatted(selector)).asText();
  }

  private static int number(String expression) throws Exception {
    return chromium.evaluate(expression).asInt();
  }
}
