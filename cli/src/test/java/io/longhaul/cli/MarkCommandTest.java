package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.longhaul.cli.api.ApiRunInfo;
import io.longhaul.cli.api.LiveViewAddress;
import io.longhaul.cli.api.RunApi;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.wire.Mark;
import io.longhaul.wire.MarkSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkCommandTest {
  private static final long MARKED_EPOCH_NS = 1_800_000_000_123_456_789L;

  @TempDir Path folder;

  private final List<Mark> marks = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private RunApi api;

  @BeforeEach
  void open() throws IOException {
    api = RunApi.openLiveView(LiveViewAddress.ofThisProcess(), run(), () -> {});
    takeMarks();
  }

  private ApiRunInfo run() {
    return ApiRunInfo.of(
        "run-1",
        "0.1.0",
        "{\"plan\": {\"measurement\": {\"slice_ns\": 1000000000}}}",
        new ExportLayout(folder));
  }

  private void takeMarks() {
    api.onMark(
        (text, addedBy) -> {
          Mark mark = new Mark(marks.size(), MARKED_EPOCH_NS, text, addedBy);
          marks.add(mark);
          return mark;
        });
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void aMarkIsAddedToTheRun() {
    assertThat(mark(api.url(), "deployed \"1.4.2\" ✓")).isZero();

    assertThat(marks)
        .containsExactly(new Mark(0, MARKED_EPOCH_NS, "deployed \"1.4.2\" ✓", MarkSource.COMMAND));
    assertThat(out.toString(UTF_8))
        .isEqualTo("Added at 2027-01-15T08:00:00.123Z: deployed \"1.4.2\" ✓\n");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void theUrlCanComeFromStandardInput() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream((api.url() + "\n").getBytes(UTF_8)));
    try {
      assertThat(mark("-", "deployed")).isZero();
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aUrlWithoutATokenIsThatOfAnOpenApi() throws IOException {
    api.close();
    api =
        RunApi.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "127.0.0.1",
            run(),
            () -> {});
    takeMarks();

    assertThat(api.url()).endsWith("/dashboard");
    assertThat(mark(api.url(), "deployed")).isZero();
    assertThat(marks).hasSize(1);
  }

  @Test
  void aWrongTokenIsReported() {
    assertThat(mark(api.url() + "x", "deployed")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "Cannot add a mark: the token in the URL is missing or wrong"
                + " (copy the whole URL of the run)\n");
    assertThat(marks).isEmpty();
  }

  @Test
  void aRunThatTakesNoMarksSaysWhy() throws IOException {
    api.close();
    api = RunApi.openLiveView(LiveViewAddress.ofThisProcess(), run(), () -> {});

    assertThat(mark(api.url(), "deployed")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo("Cannot add a mark: the load of the run has not started (wait for its start)\n");
  }

  @Test
  void aTextThatIsTooLongIsRefusedWithoutARequest() {
    assertThat(mark(api.url(), "x".repeat(201))).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .startsWith("Invalid text of a mark: it has 201 characters (1 to 200)\n");
    assertThat(marks).isEmpty();
  }

  @Test
  void aRunThatHasEndedIsReportedWithoutItsToken() {
    String url = api.url();
    api.close();

    assertThat(mark(url, "deployed")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "Cannot add a mark: there is no run at %s (give the URL that a run in progress has printed as its live view)\n"
                .formatted(url.substring(0, url.indexOf("/?"))));
  }

  @Test
  void anotherServerIsNoRun() throws IOException {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.start();
    try {
      String url = "http://127.0.0.1:" + other.getAddress().getPort();

      assertThat(mark(url, "deployed")).isEqualTo(2);
      assertThat(err.toString(UTF_8))
          .startsWith("Cannot add a mark: there is no run at " + url + " (");
    } finally {
      other.stop(0);
    }
  }

  private int mark(String url, String text) {
    return new Longhaul(new Terminal(printed(out), printed(err), false, false))
        .run(List.of("mark", url, text));
  }

  private static PrintStream printed(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, UTF_8);
  }
}
