package io.longhaul.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.longhaul.cli.console.ProgressStyle;
import io.longhaul.config.binding.GivenOptions;
import io.longhaul.config.options.PreflightCache;
import io.longhaul.config.options.ProfileOptions;
import io.longhaul.config.options.ProfileSettings;
import io.longhaul.config.value.SeriesPosition;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.folder.ClaimedNames;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.lake.RunRegistration;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileRunTest {
  private static final long PATIENCE_SECONDS = 20;

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void foreignFilesAreNotReplaced() throws Exception {
    Path mine = Files.writeString(folder.resolve("inputs.json"), "mine");
    Files.createDirectory(folder.resolve("lake"));

    assertThatThrownBy(() -> execute())
        .hasMessageContaining(": its inputs.json, lake do not belong to a known run");
    assertThatThrownBy(() -> execute("--kafka", "127.0.0.1:1", "--lake", folder + "/lake"))
        .hasMessageContaining(": its inputs.json does not belong to a known run");

    assertThat(mine).hasContent("mine");
    assertThat(folder.resolve("logs")).doesNotExist();
  }

  @Test
  void earlierResultsAreNotReplacedByARunWhoseNameIsTakenInTheLake() throws Exception {
    ExportLayout layout = new ExportLayout(folder.resolve("results"));
    Files.createDirectories(layout.folder());
    new ClaimedNames(layout).claim(layout.documentNames());
    Files.writeString(layout.runJson(), "earlier");
    Lake lake = new Lake(folder.resolve("lake"));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ProfileSettings settings =
          settingsFor(
              server,
              layout.folder(),
              "--no-preflight",
              "--replace",
              "--lake",
              lake.folder().toString());
      RunRegistration.register(lake, "a-run", folder.resolve("of another run"));

      assertThatThrownBy(() -> execute(SeriesPosition.ALONE, settings))
          .hasMessageContaining("Invalid --run-id: a-run");
    }
    assertThat(layout.runJson()).hasContent("earlier");
  }

  @Test
  void aCatalogThatIsNotThereIsRefusedBeforeAnythingIsStarted() throws Exception {
    Path lake = folder.resolve("lake");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ProfileSettings settings =
          settingsFor(
              server,
              folder.resolve("results"),
              "--no-preflight",
              "--lake",
              lake.toString(),
              "--lake-format",
              "iceberg",
              "--iceberg",
              "http://127.0.0.1:1");

      assertThatThrownBy(() -> execute(SeriesPosition.ALONE, settings))
          .hasMessageStartingWith("Cannot use the catalog http://127.0.0.1:1: ");
    }
    assertThat(lake).doesNotExist();
  }

  @Test
  void aPortInUseDoesNotEndAStartedSeries() throws Exception {
    Files.writeString(folder.resolve("inputs.json"), "mine");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ProfileSettings settings = settings("--api-port", Integer.toString(port));
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      for (SeriesPosition place : List.of(SeriesPosition.ALONE, SeriesPosition.FIRST)) {
        assertThatThrownBy(() -> execute(place, settings))
            .hasMessageContaining("Cannot listen on 127.0.0.1, port " + port);
      }
      assertThatThrownBy(() -> execute(SeriesPosition.LATER, settings))
          .as("the run continues")
          .hasMessageContaining("not belong to a known run");
      assertThat(err.toString(UTF_8))
          .contains("Note: this run has no live view. Cannot listen on 127.0.0.1, port");
    }
  }

  @Test
  void aFailedRunIsShownAndAShutdownThenEndsItsSeries() throws Exception {
    CompletableFuture<Throwable> failure =
        CompletableFuture.supplyAsync(
            () -> catchThrowable(() -> execute(SeriesPosition.FIRST, settings("--api-port", "0"))));
    URI api = awaitAddress();
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest results = HttpRequest.newBuilder(api.resolve("/api/results")).build();
    String told = "";
    while (!told.contains("failed")) {
      assertThat(failure).isNotDone();
      told = client.send(results, BodyHandlers.ofString()).body();
    }
    assertThat(told).contains("\"status\":\"failed\"", "127.0.0.1:1");

    client.send(
        HttpRequest.newBuilder(api.resolve("/api/shutdown"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        BodyHandlers.discarding());

    assertThat(failure.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            RunFailedException.class,
            e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED));
  }

  private URI awaitAddress() throws InterruptedException {
    Pattern address = Pattern.compile("Live view: (http://\\S+)/dashboard");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Matcher told = address.matcher(err.toString(UTF_8));
    while (!told.find()) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
      told = address.matcher(err.toString(UTF_8));
    }
    return URI.create(told.group(1));
  }

  private void execute(String... more) throws Exception {
    execute(SeriesPosition.ALONE, settings(more));
  }

  private ProfileSettings settings(String... more) throws Exception {
    return settingsFor("http://127.0.0.1:1", folder, more);
  }

  private static ProfileSettings settingsFor(ServerSocket server, Path artifacts, String... more)
      throws Exception {
    return settingsFor("http://127.0.0.1:" + server.getLocalPort(), artifacts, more);
  }

  private static ProfileSettings settingsFor(String url, Path artifacts, String... more)
      throws Exception {
    List<String> line = new ArrayList<>(List.of("-m", "m", "--tokenizer", "builtin"));
    line.addAll(List.of("--url", url, "--artifact-dir", artifacts.toString()));
    line.addAll(List.of(more));
    return ProfileOptions.of(GivenOptions.parse(line, ProfileOptions.command()))
        .settings(Map.of(), "a-run", false, new PreflightCache());
  }

  private void execute(SeriesPosition place, ProfileSettings settings) throws Exception {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    new ProfileRun(
            new RunSettings(
                settings, "no.such.Main", "", "1", ProgressStyle.NONE, false, place, List.of()),
            nowhere,
            new PrintStream(err, true, UTF_8))
        .execute();
  }
}
