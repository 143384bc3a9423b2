package io.longhaul.report.aiperf;

import static io.longhaul.sinks.Rows.aRequest;
import static io.longhaul.sinks.Rows.aServerSample;
import static io.longhaul.sinks.Rows.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.export.ServerPage;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.RunDocuments;
import io.longhaul.report.figures.FakePipeline;
import io.longhaul.report.figures.RunReport;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerMetricsDocumentsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String URL = "http://server:8000/metrics";

  @TempDir Path folder;

  @Test
  void aRunWithoutServerMetricsHasNoneOfTheFiles() throws IOException {
    ExportLayout layout = write(aRun());

    assertThat(layout.serverSlices()).doesNotExist();
    assertThat(layout.serverMetrics(".json")).doesNotExist();
    assertThat(layout.serverMetrics(".csv")).doesNotExist();
  }

  @Test
  void jsonAndCsvAreWrittenByDefaultAndOtherFormatsOnRequest() throws IOException {
    ExportLayout usual = write(aRun().with(aServerSample("run", 100, "g", "gauge", 1)));

    assertThat(usual.serverMetrics(".json")).exists();
    assertThat(usual.serverMetrics(".csv")).exists();
    assertThat(usual.serverMetrics(".jsonl")).doesNotExist();
    assertThat(usual.serverMetrics(".parquet")).doesNotExist();
    assertThat(usual.serverSlices()).exists();
  }

  @Test
  void textsOfServersAreNotFormulasInSpreadsheets() throws IOException {
    ExportLayout layout =
        write(
            aRun()
                .with(
                    aServerSample("run", 100, "g", "gauge", Map.of("model", "=HYPERLINK(1)"))
                        .setValue(1.5)
                        .setHelp("@SUM(A1)")));

    assertThat(Files.readString(layout.serverMetrics(".csv")))
        .contains(
            "Endpoint,Type,Metric,Unit,avg,min,max,std,p1,p5,p10,p25,p50,p75,p90,p95,p99,model,"
                + "Description\r\n")
        .contains(",'=HYPERLINK(1),'@SUM(A1)\r\n");
  }

  @Test
  void labelsOfOneSeriesComeBeforeSharedOnesAndLinesWithTheSameLabelsAreGrouped()
      throws IOException {
    ExportLayout layout =
        write(
            aRun()
                .with(value("c_total", Map.of("engine", "0", "reason", "stop")))
                .with(value("b_total", Map.of("engine", "0")))
                .with(value("a_total", Map.of("zone", "x"))));

    List<String> lines = Files.readString(layout.serverMetrics(".csv")).lines().skip(6).toList();
    assertThat(lines.get(0)).contains("rate_std,reason,engine,zone,Description");
    assertThat(lines.subList(1, 4))
        .extracting(line -> line.split(",", -1)[2])
        .containsExactly("a", "b", "c");
  }

  private static io.longhaul.export.ServerSampleRow.Builder value(
      String name, Map<String, String> labels) {
    return aServerSample("run", 100, name, "counter", labels).setValue(1.0);
  }

  @Test
  void infoMetricsAreWrittenAsATableOfTheirLabels() throws IOException {
    ExportLayout layout =
        write(
            aRun()
                .with(
                    aServerSample(
                            "run", 100, "cache_info", "gauge", Map.of("size", "16", "dtype", "a"))
                        .setValue(1.0)));

    assertThat(Files.readString(layout.serverMetrics(".csv")))
        .endsWith(
            """
            Endpoint,Metric,Key,Value,Description
            server:8000,cache_info,dtype,a,What cache_info says.
            server:8000,cache_info,size,16,What cache_info says.
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void longhaulJsonReportsTheScrapesOfPages() throws IOException {
    ExportLayout layout = write(aRun().scraping(new ServerPage(URL, 9L, 2L, 3)));
    JsonNode page = MAPPER.readTree(layout.longhaulJson().toFile()).path("server_metrics").path(0);

    assertThat(page)
        .isEqualTo(
            MAPPER.readTree(
                """
                {"url": "%s", "scrapes": 9, "failed_scrapes": 2, "series_left_out": 3}\
                """
                    .formatted(URL)));
  }

  private FakePipeline aRun() {
    return new FakePipeline(folder.resolve("lake"), "run").with(aRequest("run", "a", 0, 400));
  }

  private ExportLayout write(FakePipeline run) throws IOException {
    Lake lake = run.finished(at(2_000));
    ExportLayout layout = new ExportLayout(folder.resolve("out"));
    RunDocuments.write(RunReport.read(lake, "run"), lake, layout, ExportLevel.SUMMARY);
    return layout;
  }
}
