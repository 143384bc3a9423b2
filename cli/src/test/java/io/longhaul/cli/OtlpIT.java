package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.otlp.OtlpReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that send their metrics to a collector, because the environment asks for it. */
@EnabledOnOs(OS.LINUX) // the environment of a process is read through /proc
class OtlpIT {
  private static final String SECRET = "canary-51e7";

  @TempDir Path folder;

  @Test
  void aCollectorReceivesARunToItsEndAndNoFileHasItsKey() throws Exception {
    try (OtlpReceiver receiver = OtlpReceiver.start();
        MockServerRuns runs = MockServerRuns.in(folder)) {
      Map<String, String> environment = receiver.environment();
      environment.put("OTEL_METRIC_EXPORT_INTERVAL", "1000");
      environment.put("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20" + SECRET);
      environment.put("OTEL_SERVICE_NAME", "load-test");
      List<String> arguments =
          runs.profileArguments("--request-count", "30", "--no-live-view", "--run-id", "r1");
      try (RunningProfile run = RunningProfile.start(folder, arguments, environment)) {
        assertThat(environmentOf(run.child("generate"))).doesNotContain(SECRET);
        assertThat(run.exitStatus()).as(run.err()).isZero();
        assertThat(run.err() + run.out()).doesNotContain(SECRET, "metrics to");
      }

      OtlpReceiver.Received last = receiver.newest();
      assertThat(last.header("Authorization")).isEqualTo("Bearer " + SECRET);
      assertThat(last.resource())
          .containsEntry("service.name", "load-test")
          .containsEntry("longhaul.command", "profile")
          .containsEntry("longhaul.run.id", "r1");
      Map<String, Double> values = last.values();
      assertThat(valuesOf("longhaul_valid_requests_total{", values)).containsExactly(30.0);
      assertThat(
              values.entrySet().stream()
                  .filter(each -> each.getKey().startsWith("longhaul_run_stage{"))
                  .filter(each -> each.getValue() == 1)
                  .map(Map.Entry::getKey))
          .singleElement()
          .asString()
          .contains("stage=done");
      assertNoFileContains(SECRET);
    }
  }

  private static List<Double> valuesOf(String beginning, Map<String, Double> values) {
    return values.entrySet().stream()
        .filter(each -> each.getKey().startsWith(beginning))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String environmentOf(ProcessHandle process) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"), ISO_8859_1);
  }

  private void assertNoFileContains(String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
            .as(file.toString())
            .doesNotContain(text);
      }
    }
  }

  @Test
  void aBadEndpointIsRefusedBeforeAnythingStarts() throws Exception {
    Map<String, String> environment = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318");
    for (List<String> arguments :
        List.of(
            List.of("profile", "-m", "m", "--tokenizer", "builtin", "--url", "127.0.0.1:1"),
            List.of("generate", "--kafka", "127.0.0.1:1", "--spool-dir", folder.toString()))) {
      try (RunningProfile command = RunningProfile.start(folder, arguments, environment)) {
        assertThat(command.exitStatus()).isEqualTo(2);
        assertThat(command.err())
            .startsWith(
                "Invalid OTEL_EXPORTER_OTLP_ENDPOINT: collector:4318 (a URL such as http://")
            .contains("Nothing was started");
      }
    }
  }
}
