package io.longhaul.cli.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SeriesLiveViewTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir Path folder;

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void runsUseThePortInTurnAndOthersCannotTakeItBetweenThem() throws Exception {
    try (SeriesLiveView series = SeriesLiveView.open()) {
      for (int run = 0; run < 2; run++) {
        assertThatThrownBy(() -> listen(series.address().port())).isInstanceOf(BindException.class);
        try (RunApi api = RunApi.openLiveView(series.address(), ApiTestRun.in(folder), () -> {})) {
          assertThat(api.address().getPort()).isEqualTo(series.address().port());
          for (int request = 0; request < 20; request++) {
            assertThat(status(api.url())).as("the held socket receives nothing").isEqualTo(200);
          }
        }
      }
    }
  }

  private static void listen(int port) throws IOException {
    new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
  }

  private static int status(String url) throws IOException, InterruptedException {
    return CLIENT
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
