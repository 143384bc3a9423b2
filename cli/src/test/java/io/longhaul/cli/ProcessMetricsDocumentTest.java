package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.cli.api.ServerName;
import io.longhaul.cli.api.StatusServer;
import io.longhaul.cli.run.SampleCounts;
import io.longhaul.cli.run.SamplerStatus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/running-distributed.md} lists the metrics that the processes have. */
class ProcessMetricsDocumentTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+_[a-z_]+)`[^|]*\\|");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE ([a-z_]+) ");

  /** Missing until the first sample is published, and on systems without such a limit. */
  private static final Set<String> SOMETIMES =
      Set.of(
          "longhaul_sampler_newest_sample_timestamp_seconds",
          "process_open_fds",
          "process_max_fds");

  /** RunsServerTest scrapes them from a real server. */
  private static final Set<String> OF_WEB =
      Set.of(
          "longhaul_web_runs",
          "longhaul_web_runs_read_timestamp_seconds",
          "longhaul_web_live_views");

  @Test
  void thePageListsEveryMetricAndNoOther() throws Exception {
    Set<String> scraped = new TreeSet<>(OF_WEB);
    scraped.addAll(SOMETIMES);
    for (ProcessStatus status :
        List.of(
            new GeneratorStatus(),
            new SamplerStatus("test", new SampleCounts()),
            new PipelineStatus())) {
      Matcher type = TYPE.matcher(metrics(status));
      while (type.find()) {
        scraped.add(type.group(1));
      }
    }

    assertThat(documented()).isEqualTo(scraped);
  }

  private static Set<String> documented() throws Exception {
    String page = Files.readString(Path.of("../docs/running-distributed.md"));
    int begin = page.indexOf("\n## Metrics and health of the processes\n");
    String section = page.substring(begin, page.indexOf("\n## ", begin + 1));
    Set<String> names = new TreeSet<>();
    Matcher row = ROW.matcher(section);
    while (row.find()) {
      names.add(row.group(1));
    }
    return names;
  }

  private static String metrics(ProcessStatus status) throws Exception {
    try (StatusServer server =
        StatusServer.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new ServerName("127.0.0.1", "--api-host"),
            status)) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(server.url())).build();
      return CLIENT.send(request, BodyHandlers.ofString()).body();
    }
  }
}
