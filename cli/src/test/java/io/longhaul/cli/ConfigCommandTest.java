package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.config.runfile.Templates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigCommandTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  static Stream<String> templates() {
    return Templates.all().stream().map(Templates.Template::name);
  }

  @ParameterizedTest
  @MethodSource("templates")
  void everyTemplateIsValid(String name) throws Exception {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(folder.resolve("trace.jsonl"), "{\"timestamp\": 7, \"input_length\": 9}\n");

    assertThat(run("config", "init", "-t", name, "-m", "m", "-u", "http://a:1", "-o", file + ""))
        .isZero();
    String text = Files.readString(file);
    assertThat(text).contains("http://a:1").doesNotContain("meta-llama/Llama-3.1-8B", "localhost");
    Files.writeString(
        file,
        text.replace("./trace.jsonl", folder.resolve("trace.jsonl").toString())
            .replace("\nbenchmark:\n", "\nbenchmark:\n  tokenizer: {name: builtin}\n"));

    assertThat(run("config", "validate", file.toString())).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8)).endsWith("Configuration valid: " + file + "\n");
  }

  @Test
  void theCellsOfAFileAreListed() throws Exception {
    Path file = folder.resolve("sweep.yaml");
    Files.writeString(
        file,
        """
        sweep: {parameters: {concurrency: [1, 2]}}
        benchmark:
          model: m
          tokenizer: {name: builtin}
          endpoint: {url: "http://a", apiKey: canary}
          dataset: {type: synthetic, entries: 5, prompts: {isl: 8}}
          profiling: {type: concurrency, requests: 5}
        """);

    assertThat(run("config", "expand", file.toString())).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            [0] dir=concurrency_1  label=phases.profiling.concurrency=1
            [1] dir=concurrency_2  label=phases.profiling.concurrency=2
            """);

    out.reset();
    run("config", "expand", "--full", file.toString());
    assertThat(out.toString(UTF_8))
        .contains("  longhaul profile ", "--concurrency=2", "--random-seed 43")
        .doesNotContain("canary");

    out.reset();
    run("config", "expand", "-i", "1", "-f", "json", file.toString());
    JsonNode variations = new ObjectMapper().readTree(out.toByteArray()).get("variations");
    assertThat(variations).hasSize(1);
    assertThat(variations.get(0).fieldNames())
        .toIterable()
        .containsExactly("index", "dir_name", "label", "values", "command");
    assertThat(variations.get(0).get("index").asInt()).isEqualTo(1);
    assertThat(variations.get(0).get("command").asText()).contains("--concurrency=2");

    out.reset();
    run("config", "expand", "--format", "yaml", file.toString());
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            variations:
            - index: 0
              dir_name: concurrency_1
              label: phases.profiling.concurrency=1
              values:
                phases.profiling.concurrency: 1
            - index: 1
              dir_name: concurrency_2
              label: phases.profiling.concurrency=2
              values:
                phases.profiling.concurrency: 2
            """);

    assertThat(run("config", "expand", "-i", "2", "-f", "xml", file.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("Invalid --index: 2 (0 to 1)\nInvalid --format: xml (text, yaml or json)\n");
  }

  @Test
  void templatesAreListedAndFound() {
    run("config", "init");
    assertThat(out.toString(UTF_8).lines().map(line -> line.split(" ", 2)[0]))
        .containsExactlyElementsOf(templates().toList());

    out.reset();
    run("config", "init", "--search", "SOAK", "--category", "load");
    assertThat(out.toString(UTF_8).lines()).hasSize(1).first().asString().startsWith("time_based");
  }

  @Test
  void withoutAFileATemplateGoesToStandardOutput() {
    assertThat(run("config", "init", "--template", "minimal")).isZero();
    assertThat(out.toString(UTF_8)).contains("schemaVersion: \"2.0\"", "http://localhost:8000");
  }

  /** GenAI-Perf's own template is valid only after the required keys are filled in. */
  @Test
  void theGenAiPerfTemplateIsValid() throws IOException {
    Path file = folder.resolve("g.yaml");

    assertThat(run("genai-perf", "create-template", "-v", "-f", file.toString())).isZero();
    Files.writeString(
        file,
        Files.readString(file).replace("model_names:", "model_names: m").replace("kserve", "chat"));
    int status =
        run(
            "genai-perf",
            "config",
            "-f",
            file.toString(),
            "--override-config",
            "--tokenizer",
            "builtin",
            "--concurrency",
            "3",
            "--dry-run");

    assertThat(err.toString(UTF_8))
        .contains("--endpoint-type 'chat'")
        .contains("--concurrency 3")
        .contains("--num-dataset-entries 100");
    assertThat(status).as(err.toString(UTF_8)).isZero();
  }

  @Test
  void aGenAiPerfFileEqualsItsCommandLine() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("g.yaml"),
            """
            model_names: a,b
            endpoint: {type: chat, url: "h:1", streaming: True, backend: ""}
            perf_analyzer:
              stimulus: {request_rate: 5.0}
              measurement: {mode: interval, num: 2000}
            input:
              extra: {temperature: 0}
              goodput: {time_to_first_token: 100}
              header: ["X-A:1"]
              synthetic_tokens: {mean: 20}
              output_tokens: {mean: 7, stddev: 1}
            tokenizer: {name: builtin}
            """);

    run("genai-perf", "config", "-f", file.toString(), "--override-config", "--dry-run");

    assertThat(err.toString(UTF_8))
        .contains(
            "--model 'a,b'",
            "--url 'h:1'",
            "--streaming",
            "--request-rate 5",
            "--benchmark-duration 6.0",
            "--extra-inputs '{\"temperature\":0}'",
            "--goodput 'time_to_first_token:100'",
            "--header 'X-A:1'",
            "--isl 20",
            "--osl 7");
  }

  private int run(String... words) {
    return new Longhaul(
            new Terminal(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false))
        .run(List.of(words));
  }
}
