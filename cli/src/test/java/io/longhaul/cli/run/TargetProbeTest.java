package io.longhaul.cli.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.ReadinessProbe;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TargetProbeTest {

  @Test
  void aServerWithoutHttp2IsReportedBeforeTheRun() throws Exception {
    HttpServer old =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    old.start();
    try {
      String url = "http://127.0.0.1:" + old.getAddress().getPort();
      assertThatThrownBy(() -> probe(url))
          .isInstanceOf(RunFailedException.class)
          .hasMessageStartingWith(
              "Cannot use HTTP/2 with "
                  + url
                  + ": the server does not speak HTTP/2: it sent HTTP/1.1 4")
          .hasMessageEndingWith("(omit --http-version, or use a server that supports HTTP/2)");
    } finally {
      old.stop(0);
    }
  }

  @Test
  void anyHttp2ResponseIsSufficient() throws Exception {
    try (MockServer server = MockServer.start(MockServerOptions.builder().build())) {
      String url = "http://127.0.0.1:" + server.llmPort();
      assertThatCode(() -> probe(url)).doesNotThrowAnyException();
    }
  }

  private static void probe(String url) throws RunFailedException {
    RunPlan plan =
        RunPlanBuilder.plan("r").url(url).model("m").httpVersion(HttpVersion.HTTP_2).build();
    try (ReadinessProbe probe = new ReadinessProbe(plan, Map.of(), System::nanoTime)) {
      TargetProbe.requireHttp2(List.of(url), probe);
    }
  }
}
