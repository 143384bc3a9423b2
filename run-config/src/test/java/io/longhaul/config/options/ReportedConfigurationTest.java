package io.longhaul.config.options;

import static io.longhaul.config.options.TypedProfile.completed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.load.plan.RunPlanJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportedConfigurationTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void inputConfigIsTheTreeOfAiperf() throws Exception {
    ProfileSettings settings =
        completed(
            "--url",
            "http://127.0.0.1:8000",
            "--streaming",
            "--concurrency",
            "4",
            "--request-count",
            "60",
            "--warmup-request-count",
            "5",
            "--isl",
            "50",
            "--osl",
            "16",
            "--random-seed",
            "1",
            "--slice-duration",
            "0.5",
            "--goodput",
            "request_latency:120 inter_token_latency:20.5",
            "--no-gpu-telemetry",
            "--artifact-dir",
            folder.toString());

    assertThat(inputConfig(settings))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"models": {"items": [{"name": "m"}]},
                 "endpoint": {"urls": ["http://127.0.0.1:8000"], "type": "chat", "streaming": true},
                 "datasets": [{"name": "main", "type": "synthetic", "entries": 60, "random_seed": 1,
                   "prompts": {"isl": {"mean": 50.0}, "osl": {"mean": 16.0}}}],
                 "phases": [
                   {"name": "warmup", "kind": "warmup", "type": "concurrency",
                    "exclude_from_results": true, "requests": 5, "concurrency": 4},
                   {"name": "profiling", "kind": "profiling", "type": "concurrency",
                    "requests": 60, "concurrency": 4}],
                 "artifacts": {"dir": "FOLDER", "slice_duration": 0.5},
                 "slos": {"request_latency": 120.0, "inter_token_latency": 20.5},
                 "tokenizer": {"name": "builtin"},
                 "gpu_telemetry": {"enabled": false},
                 "server_metrics": {"enabled": true, "urls": [], "formats": ["json", "csv"]},
                 "network_latency": {"enabled": false},
                 "runtime": {"ui": "none"}}
                """
                    .replace("FOLDER", folder.toString())));
  }

  @Test
  void whatIsLeftOutThereStandsHere() throws Exception {
    Path prompts = Files.writeString(folder.resolve("prompts.jsonl"), "{\"text\": \"Hello\"}");
    JsonNode config =
        inputConfig(
            completed(
                "--input-file",
                prompts.toString(),
                "--request-rate",
                "2.5",
                "--arrival-pattern",
                "constant",
                "--benchmark-duration",
                "60",
                "--endpoint",
                "/v2",
                "--extra-inputs",
                "top_k:5",
                "-H",
                "X-Tenant:blue",
                "--use-server-token-count",
                "--profile-export-prefix",
                "mine",
                "--export-level",
                "summary",
                "--gpu-telemetry",
                "gpu:9400"));

    assertThat(config.get("datasets").get(0))
        .isEqualTo(
            MAPPER
                .createObjectNode()
                .put("name", "main")
                .put("type", "file")
                .put("path", prompts.toString())
                .put("format", "single_turn")
                .put("random_seed", 0));
    assertThat(config.get("phases"))
        .isEqualTo(
            MAPPER.readTree(
                """
                [{"name": "profiling", "kind": "profiling", "type": "constant",
                  "duration": 60.0, "grace_period": 30.0, "rate": 2.5}]
                """));
    assertThat(config.get("endpoint"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"urls": ["http://localhost:8000"], "type": "chat", "path": "/v2",
                 "use_server_token_count": true, "extra": {"top_k": 5},
                 "headers": {"X-Tenant": "blue"}}
                """));
    assertThat(config.get("artifacts").get("prefix").asText()).isEqualTo("mine");
    assertThat(config.get("artifacts").get("records").booleanValue()).isFalse();
    assertThat(config.get("gpu_telemetry"))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"enabled": true, "urls": ["http://localhost:9400/metrics",
                   "http://localhost:9401/metrics", "http://gpu:9400/metrics"],
                 "collector": "dcgm", "mode": "summary"}
                """));
  }

  @Test
  void usersAndPlacesOfPrefillStandWhereAiperfHasThem() throws Exception {
    JsonNode users =
        inputConfig(
            completed(
                "--user-centric-rate",
                "5",
                "--num-users",
                "4",
                "--session-turns-mean",
                "3",
                "--request-count",
                "25",
                "--streaming",
                "--prefill-concurrency",
                "2",
                "--prefill-concurrency-ramp-duration",
                "1.5",
                "--num-warmup-sessions",
                "6"));

    assertThat(users.get("phases"))
        .isEqualTo(
            MAPPER.readTree(
                """
                [{"name": "warmup", "kind": "warmup", "type": "concurrency",
                  "exclude_from_results": true, "sessions": 6, "concurrency": 1,
                  "prefill_concurrency": 1, "prefill_ramp": 1.5},
                 {"name": "profiling", "kind": "profiling", "type": "user_centric",
                  "requests": 25, "prefill_concurrency": 2, "prefill_ramp": 1.5,
                  "rate": 5.0, "users": 4}]
                """));
  }

  @Test
  void aPublicDatasetIsOneOfAiperfIfItHasIt() throws Exception {
    Path talks =
        Files.writeString(
            folder.resolve("talks.json"),
            "[{\"conversations\": [{\"value\": \"a\"}, {\"value\": \"b\"}]}]");
    Path rows = Files.writeString(folder.resolve("rows.jsonl"), "{\"question\": \"a\"}");

    JsonNode sharegpt =
        inputConfig(completed("--input-file", talks.toString(), "--num-sessions", "3"));
    JsonNode openorca =
        inputConfig(completed("--input-file", rows.toString(), "--num-prompts", "4"));

    assertThat(sharegpt.get("datasets").get(0))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"name": "main", "type": "public", "dataset": "sharegpt", "entries": 3,
                 "random_seed": 0}
                """));
    assertThat(openorca.get("datasets").get(0).get("format").asText()).isEqualTo("single_turn");
    assertThat(openorca.get("datasets").get(0).get("entries").asInt()).isEqualTo(4);
  }

  @Test
  void theCommandCanBePastedIntoAShellAndHasNoSecrets() throws Exception {
    JsonNode all =
        MAPPER.readTree(
            completed(
                    "--api-key",
                    "c4n4ry",
                    "--concurrency=2",
                    "--extra-inputs={\"stop\": \"it's\"}",
                    "--url=http://h:1")
                .configurationJson());

    assertThat(all.get("cli_command").asText())
        .isEqualTo(
            "longhaul profile -m 'm' --tokenizer 'builtin' --api-key '***' --concurrency=2"
                + " --extra-inputs='{\"stop\": \"it'\\''s\"}' --url='http://h:1'");
  }

  @Test
  void thePlanIsWhole() throws Exception {
    ProfileSettings settings = completed("--request-rate", "5");
    JsonNode plan = MAPPER.readTree(settings.configurationJson()).get("plan");

    assertThat(RunPlanJson.fromJson(plan.toString())).isEqualTo(settings.plan());
  }

  @Test
  void itIsOneLine() throws Exception {
    assertThat(completed().configurationJson()).doesNotContain("\n");
  }

  private static JsonNode inputConfig(ProfileSettings settings) throws IOException {
    return MAPPER.readTree(settings.configurationJson()).get("input_config");
  }
}
