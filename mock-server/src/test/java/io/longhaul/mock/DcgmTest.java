package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DcgmTest {
  private static final String STALLED =
      """
      {"model":"m","stream":true,"max_tokens":1,"messages":[{"role":"user","content":"hi"}]}\
      """;
  private static final String POWER = "DCGM_FI_DEV_POWER_USAGE";
  private static final String ENERGY = "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION";

  private MockServer server;
  private RawClient scraper;

  @BeforeEach
  void start() throws Exception {
    start(options());
  }

  @AfterEach
  void stop() throws Exception {
    scraper.close();
    server.close();
  }

  @Test
  void thePageHasTheFormatOfDcgmExporter() throws Exception {
    RawClient.Response response = scrape();

    assertThat(response.head())
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("content-type: text/plain; version=0.0.4; charset=utf-8");
    List<String> lines = response.body().lines().toList();
    assertThat(lines)
        .contains(
            "# HELP DCGM_FI_DEV_POWER_USAGE Power draw (in W).",
            "# TYPE DCGM_FI_DEV_POWER_USAGE gauge")
        .contains("# TYPE DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter");
    assertThat(lines.stream().filter(line -> line.startsWith(POWER + "{")))
        .hasSize(2)
        .first()
        .asString()
        .matches(
            "DCGM_FI_DEV_POWER_USAGE\\{gpu=\"0\",UUID=\"GPU-[0-9a-f-]{36}\",pci_bus_id=\"00000000:0F:00\\.0\",device=\"nvidia0\",modelName=\"NVIDIA"
                + " H100 80GB HBM3\",Hostname=\"mock-host\",DCGM_FI_DRIVER_VERSION=\"[0-9.]+\"}"
                + " \\d+\\.\\d{6}");
    assertThat(lines.stream().filter(line -> !line.startsWith("#")))
        .allMatch(line -> line.matches("DCGM_FI_\\w+\\{[^}]*} [0-9.]+"));
  }

  @Test
  void gpusAreTheSameForTheSameSeed() throws Exception {
    List<String> labels = labels(scrape().body());
    restart(options());
    List<String> again = labels(scrape().body());
    restart(options().seed(2));
    List<String> underAnotherSeed = labels(scrape().body());

    assertThat(again).isEqualTo(labels);
    assertThat(underAnotherSeed).isNotEqualTo(labels);
  }

  @Test
  void powerFollowsTheOpenStreams() throws Exception {
    double idle = value(POWER);
    List<RawClient> streams = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      streams.add(openAStream());
    }
    double half = value(POWER);
    double sm = value("DCGM_FI_PROF_SM_ACTIVE");
    for (RawClient stream : streams) {
      stream.close();
    }
    await(() -> server.openStreams() == 0);

    assertThat(half / idle).isEqualTo(385.0 / 70.0, Offset.offset(1e-4));
    assertThat(sm).isEqualTo(0.425);
    assertThat(value(POWER)).isEqualTo(idle);
    assertThat(value("DCGM_FI_DEV_POWER_MGMT_LIMIT")).isEqualTo(700);
  }

  @Test
  void aGpuThatIsTooHotLowersItsClock() throws Exception {
    restart(options().change("from 0s: gpu 0 too hot"));
    RawClient stream = openAStream();

    assertThat(value("DCGM_FI_DEV_SM_CLOCK")).isEqualTo(1_200);
    assertThat(value("DCGM_FI_DEV_GPU_TEMP")).isEqualTo(88);
    double before = value("DCGM_FI_DEV_THERMAL_VIOLATION");
    assertThat(value("DCGM_FI_DEV_THERMAL_VIOLATION")).isGreaterThan(before);
    assertThat(scrape().body()).containsPattern("DCGM_FI_DEV_SM_CLOCK\\{gpu=\"1\".*} 1980\n");
    stream.close();
  }

  @Test
  void energyIsPowerTimesTimeWhileTheLoadIsConstant() throws Exception {
    RawClient stream = openAStream();
    long beforeFirst = System.nanoTime();
    long first = (long) value(ENERGY);
    long afterFirst = System.nanoTime();
    await(() -> System.nanoTime() - afterFirst > 200_000_000);
    long beforeSecond = System.nanoTime();
    long second = (long) value(ENERGY);
    long afterSecond = System.nanoTime();

    double watts = value(POWER);
    assertThat((double) (second - first))
        .isBetween(
            watts * (beforeSecond - afterFirst) / 1e6 - 2,
            watts * (afterSecond - beforeFirst) / 1e6 + 2);
    stream.close();
  }

  @Test
  void aSampleIsReportedUntilTheNextOneIsTaken() throws Exception {
    assertThat(scrape().body()).as("one for each scrape").isNotEqualTo(scrape().body());

    restart(options().gpuCollectInterval("1h"));
    assertThat(scrape().body()).as("the same for an hour").isEqualTo(scrape().body());
  }

  @Test
  void scrapesFailAccordingToTheRules() throws Exception {
    restart(
        options()
            .scrapeFault("request 1: status 500")
            .scrapeFault("request 2: garbage")
            .scrapeFault("request 3: nan")
            .scrapeFault("request 4: blank")
            .scrapeFault("request 5: without dcgm_fi_dev_power_usage")
            .scrapeFault("request 6: xid 79")
            .scrapeFault("request 7: ecc 3"));

    assertThat(scrape().head()).startsWith("HTTP/1.1 500 Internal Server Error");
    assertThat(scrape().body()).doesNotContain("# TYPE");
    String nan = scrape().body();
    String blank = scrape().body();
    String without = scrape().body();
    String xid = scrape().body();
    String ecc = scrape().body();

    assertThat(line(nan, POWER)).endsWith("} NaN");
    assertThat(line(nan, ENERGY)).doesNotEndWith("NaN");
    assertThat(line(blank, POWER)).endsWith("} 140737488355328.000000");
    assertThat(line(blank, "DCGM_FI_DEV_GPU_UTIL")).endsWith("} 9223372036854775792");
    assertThat(without).contains(ENERGY).doesNotContain(POWER);
    assertThat(line(xid, "DCGM_FI_DEV_XID_ERRORS")).endsWith("} 79");
    assertThat(line(xid, "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL")).endsWith("} 0");
    assertThat(line(ecc, "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL")).endsWith("} 3");
    assertThat(value("DCGM_FI_DEV_XID_ERRORS")).isEqualTo(79);
  }

  @Test
  void countersCanBeReset() throws Exception {
    restart(options().scrapeFault("request 2: counter-reset"));
    long started = System.nanoTime();
    await(() -> System.nanoTime() - started > 70_000_000);

    assertThat(value(ENERGY)).isGreaterThanOrEqualTo(4_000);
    assertThat(value(ENERGY)).isZero();
  }

  @Test
  void anExporterCanBeUnreachableForATime() throws Exception {
    restart(options().scrapeFault("request 1: die 1s"));
    scraper.get("/metrics");

    assertThat(scraper.readToEnd()).isEmpty();
    assertThatThrownBy(() -> new RawClient(server.dcgmPort())).isInstanceOf(ConnectException.class);
    await(this::canConnect);
    assertThat(scrape().head()).startsWith("HTTP/1.1 200 OK");
  }

  @Test
  void aSlowPageArrivesLate() throws Exception {
    restart(options().scrapeFault("always: slow 50ms"));
    long sent = System.nanoTime();

    assertThat(scrape().head()).startsWith("HTTP/1.1 200 OK");
    assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(50_000_000);
  }

  private static MockServerOptions.Builder options() {
    return MockServerOptions.builder().seed(1).gpuCount(2).fault("always: stall");
  }

  private void start(MockServerOptions.Builder options) throws Exception {
    server = MockServer.start(options.build());
    scraper = new RawClient(server.dcgmPort());
  }

  private void restart(MockServerOptions.Builder options) throws Exception {
    stop();
    start(options);
  }

  private RawClient.Response scrape() throws IOException {
    scraper.get("/metrics");
    return scraper.readResponse();
  }

  /** The first GPU's value. */
  private double value(String metric) throws IOException {
    String line = line(scrape().body(), metric);
    return Double.parseDouble(line.substring(line.lastIndexOf(' ')));
  }

  private static String line(String page, String metric) {
    return page.lines()
        .filter(line -> line.startsWith(metric + "{gpu=\"0\""))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> labels(String page) {
    return page.lines().filter(line -> line.startsWith(POWER + "{")).toList();
  }

  private RawClient openAStream() throws Exception {
    int before = server.openStreams();
    RawClient stream = new RawClient(server.llmPort());
    stream.post("/v1/chat/completions", STALLED);
    await(() -> server.openStreams() == before + 1);
    return stream;
  }

  private boolean canConnect() {
    try {
      scraper.close();
      scraper = new RawClient(server.dcgmPort());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private interface Fact {
    boolean holds();
  }

  private static void await(Fact fact) {
    Instant deadline = Instant.now().plus(Duration.ofSeconds(10));
    while (!fact.holds()) {
      assertThat(Instant.now()).isBefore(deadline);
      Thread.onSpinWait();
    }
  }
}
