package io.longhaul.cli.helm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What the charts render for several values, checked against the schemas of Kubernetes. */
@EnabledIfSystemProperty(named = "longhaul.helm", matches = ".+", disabledReason = "no Helm")
class HelmChartTest {
  private static final String INSTALLATION = "longhaul";
  private static final String RUN = "longhaul-run";

  private static final String ON_S3 =
      """
      kafka: {bootstrap: "kafka-0:9092,kafka-1:9092"}
      lake: s3://results/soak
      checkpoints: s3://results/checkpoints
      savepoints: s3://results/savepoints
      objectStore: {endpoint: "https://s3.example"}
      flink: {config: {s3.path-style-access: false, s3.sse.type: sse-s3}}
      """;
  private static final String ON_A_CLAIM =
      """
      kafka: {bootstrap: "kafka:9093", topicPrefix: soak, configSecret: kafka-client}
      lake: /data/lake
      checkpoints: /data/checkpoints
      savepoints: /data/savepoints
      storage: {claim: shared}
      image: {repository: registry.example/longhaul, tag: "1", pullSecrets: [registry]}
      serviceAccount: {annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::1:role/soak"}}
      env: [{name: AWS_REGION, value: eu-central-1}]
      envFrom: [{secretRef: {name: store}}]
      sampler: {enabled: true, runtimeClassName: nvidia, tolerations: [{key: nvidia.com/gpu, operator: Exists}]}
      web: {tokenSecret: token, publicName: longhaul.example.com}
      nodeSelector: {pool: soak}
      tolerations: [{key: soak, operator: Exists}]
      """;
  private static final String WITHOUT_OPTIONAL_PARTS =
      ON_S3
          + "web: {enabled: false}\nnetworkPolicy: {enabled: false}\nserviceAccount: {create: false}\n";
  private static final String SMALL_RUN =
      """
      kafka: {bootstrap: "kafka:9092"}
      lake: s3://results/soak
      arguments: [--model, llama-3, --url, "http://llm:8000", --streaming, --request-count, 1000000, --extra-inputs, 'a:"b c"']
      """;
  private static final String LARGE_RUN =
      """
      kafka: {bootstrap: "kafka:9093", configSecret: kafka-client}
      lake: /data/lake
      storage: {claim: shared}
      runId: june
      apiKeySecret: key-of-the-server
      arguments: [--model, llama-3, --url, "http://llm:8000"]
      env: [{name: AWS_REGION, value: eu-central-1}]
      generators: {count: 16, spool: 100Gi, nodeSelector: {pool: load}}
      coordinator: {storageClass: fast}
      """;

  private static final String OPEN_TELEMETRY =
      "openTelemetry: {endpoint: \"http://collector:4318\", headersSecret: collector,"
          + " intervalSeconds: 15, resourceAttributes: \"team=a\"}\n";

  @TempDir Path folder;

  static Stream<List<String>> values() {
    return Stream.of(
        List.of(INSTALLATION, ON_S3),
        List.of(INSTALLATION, ON_A_CLAIM),
        List.of(INSTALLATION, WITHOUT_OPTIONAL_PARTS),
        List.of(INSTALLATION, ON_A_CLAIM + OPEN_TELEMETRY),
        List.of(RUN, SMALL_RUN),
        List.of(RUN, LARGE_RUN),
        List.of(RUN, LARGE_RUN + OPEN_TELEMETRY));
  }

  @ParameterizedTest
  @MethodSource("values")
  @EnabledIfSystemProperty(
      named = "longhaul.python",
      matches = ".+",
      disabledReason = "no Python with kubernetes-validate")
  void whatIsRenderedFitsTheSchemasOfKubernetes(List<String> chartAndValues) throws Exception {
    Result rendered = render(chartAndValues.get(0), chartAndValues.get(1));
    assertThat(rendered.code()).as(rendered.output()).isZero();

    Path file = Files.writeString(folder.resolve("rendered.yaml"), rendered.output());
    Result validated =
        run(
            List.of(
                System.getProperty("longhaul.python"),
                "-m",
                "kubernetes_validate",
                "--strict",
                file.toString()));
    assertThat(validated.code()).as(validated.output()).isZero();
    assertThat(helm("lint", chartAndValues.get(0), chartAndValues.get(1)).code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("values")
  void noContainerIsPrivilegedOrWritesToItsImage(List<String> chartAndValues) throws Exception {
    List<Map<String, Object>> containers = new ArrayList<>();
    for (Map<String, Object> object : objects(chartAndValues)) {
      Map<String, Object> pod = podOf(object);
      if (!pod.isEmpty()) {
        assertThat(map(pod, "securityContext"))
            .containsEntry("runAsNonRoot", true)
            .containsEntry("runAsUser", 10001);
        assertThat(pod).containsEntry("automountServiceAccountToken", false);
        containers.addAll(maps(pod, "containers"));
        containers.addAll(maps(pod, "initContainers"));
      }
    }

    assertThat(containers)
        .isNotEmpty()
        .allSatisfy(
            container ->
                assertThat(map(container, "securityContext"))
                    .containsEntry("allowPrivilegeEscalation", false)
                    .containsEntry("readOnlyRootFilesystem", true)
                    .containsEntry("capabilities", Map.of("drop", List.of("ALL"))));
  }

  @Test
  void onlyFlinksPodsAndTheOneThatSubmitsReachFlink() throws Exception {
    Map<String, Object> policy =
        objects(List.of(INSTALLATION, ON_S3)).stream()
            .filter(object -> object.get("kind").equals("NetworkPolicy"))
            .filter(object -> map(object, "metadata").get("name").equals("soak-flink"))
            .findFirst()
            .orElseThrow();

    assertThat(map(policy, "spec").get("ingress").toString())
        .contains("values=[jobmanager, taskmanager, submit]")
        .contains("app.kubernetes.io/instance=soak");
  }

  @Test
  void aSamplerRunsOnTheNodesWithGpusUnderTheirNames() throws Exception {
    String values = ON_S3 + "sampler: {enabled: true, nodeSelector: {gpu: h100}, port: 9999}\n";
    Map<String, Object> sampler =
        objects(List.of(INSTALLATION, values)).stream()
            .filter(object -> object.get("kind").equals("DaemonSet"))
            .findFirst()
            .orElseThrow();
    Map<String, Object> pod = podOf(sampler);

    assertThat(map(pod, "nodeSelector")).isEqualTo(Map.of("gpu", "h100"));
    assertThat(maps(pod, "containers").get(0).get("args"))
        .isEqualTo(
            List.of(
                "sample-gpus",
                "--kafka",
                "kafka-0:9092,kafka-1:9092",
                "--topic-prefix",
                "longhaul",
                "--node",
                "$(NODE_NAME)",
                "--gpu-telemetry",
                "pynvml",
                "--api-host",
                "0.0.0.0",
                "--api-port",
                "9999"));
    assertThat(objects(List.of(INSTALLATION, ON_S3)))
        .noneMatch(object -> object.get("kind").equals("DaemonSet"));
  }

  @Test
  void optionsOfFlinkInTheValuesReplaceThoseOfTheChart() throws Exception {
    String configuration =
        objects(List.of(INSTALLATION, ON_S3 + "job: {parallelism: 3}\n")).stream()
            .filter(object -> object.get("kind").equals("ConfigMap"))
            .map(object -> map(object, "data").get("config.yaml").toString())
            .findFirst()
            .orElseThrow();

    assertThat(configuration)
        .contains("s3.endpoint: \"https://s3.example\"\n")
        .contains("s3.path-style-access: false\n", "s3.sse.type: \"sse-s3\"\n")
        .contains("s3.chunked-encoding.enabled: false\n", "s3.region: \"us-east-1\"\n")
        .contains("metrics.reporter.prom.port: \"9249\"\n")
        .contains("jobmanager.rpc.address: \"soak-jobmanager\"\n")
        .contains("taskmanager.memory.task.heap.size: \"640m\"\n")
        .contains("execution.checkpointing.savepoint-dir: \"s3://results/savepoints\"\n");
  }

  @Test
  void theCoordinatorReceivesItsArgumentsAsTheyAre() throws Exception {
    Map<String, Object> job =
        objects(List.of(RUN, SMALL_RUN)).stream()
            .filter(object -> map(object, "metadata").get("name").equals("soak-coordinator"))
            .findFirst()
            .orElseThrow();
    List<?> arguments = (List<?>) maps(podOf(job), "containers").get(0).get("args");

    Path program = Files.createDirectories(folder.resolve("bin")).resolve("longhaul");
    Files.writeString(program, "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    List<String> command = new ArrayList<>(List.of("sh", "-c"));
    arguments.forEach(word -> command.add(word.toString()));
    command.set(
        2,
        command
            .get(2)
            .replace("/opt/longhaul/deploy/bin/longhaul", program.toString())
            .replace("/results/", folder + "/results/"));

    String profile = run(command).output();
    Files.createDirectories(folder.resolve("results/soak"));
    Files.writeString(folder.resolve("results/soak/run.json"), "{}");
    String resume = run(command).output();

    assertThat(profile)
        .startsWith("profile\n--kafka\nkafka:9092\n--topic-prefix\nlonghaul\n--lake\n")
        .contains("--run-id\nsoak\n", "--generators\n1\n", "--coordinator-timeout\n3600\n")
        .endsWith("--request-count\n1000000\n--extra-inputs\na:\"b c\"\n");
    assertThat(resume)
        .isEqualTo(
            "resume\n--kafka\nkafka:9092\n--topic-prefix\nlonghaul\n--lake\ns3://results/soak\n"
                + "--artifact-dir\n"
                + folder
                + "/results/soak\nsoak\n");
  }

  @Test
  void aSchemaRegistryIsAnArgumentOfTheJob() throws Exception {
    String registry = "http://registry:8081";

    assertThat(argumentsOfSubmit(ON_S3)).doesNotContain("--schema-registry");
    assertThat(argumentsOfSubmit(ON_S3 + "job: {schemaRegistry: \"" + registry + "\"}\n"))
        .containsSequence("--schema-registry", registry);
  }

  @Test
  void processesSendTheirMetricsToTheCollectorOfTheValues() throws Exception {
    assertThat(containersWith("OTEL_EXPORTER_OTLP_ENDPOINT", INSTALLATION, ON_A_CLAIM)).isEmpty();
    assertThat(containersWith("OTEL_EXPORTER_OTLP_ENDPOINT", RUN, SMALL_RUN)).isEmpty();
    for (String variable : List.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS")) {
      assertThat(containersWith(variable, INSTALLATION, ON_A_CLAIM + OPEN_TELEMETRY))
          .containsExactlyInAnyOrder("sampler", "web");
      assertThat(containersWith(variable, RUN, SMALL_RUN + OPEN_TELEMETRY))
          .containsExactlyInAnyOrder("coordinator", "generator");
    }
    Result rendered = render(RUN, SMALL_RUN + OPEN_TELEMETRY);
    assertThat(rendered.output().replaceAll("\\s+", " "))
        .contains("name: OTEL_METRIC_EXPORT_INTERVAL value: \"15000\"")
        .contains("name: OTEL_RESOURCE_ATTRIBUTES value: \"team=a\"")
        .contains("secretKeyRef: name: collector key: headers");
  }

  private List<String> containersWith(String variable, String chart, String values)
      throws Exception {
    List<String> names = new ArrayList<>();
    for (Map<String, Object> object : objects(List.of(chart, values))) {
      maps(podOf(object), "containers").stream()
          .filter(
              each -> maps(each, "env").stream().anyMatch(set -> variable.equals(set.get("name"))))
          .forEach(each -> names.add(each.get("name").toString()));
    }
    return names;
  }

  private List<String> argumentsOfSubmit(String values) throws Exception {
    Map<String, Object> deployment =
        objects(List.of(INSTALLATION, values)).stream()
            .filter(object -> object.get("kind").equals("Deployment"))
            .filter(object -> map(object, "metadata").get("name").equals("soak-submit"))
            .findFirst()
            .orElseThrow();
    List<?> arguments = (List<?>) maps(podOf(deployment), "containers").get(0).get("args");
    return arguments.stream().map(Object::toString).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "longhaul | lake: s3://a/b | kafka.bootstrap",
        "longhaul | kafka: {bootstrap: \"kafka:9092\"} | lake",
        "longhaul | lake: relative/folder | lake",
        "longhaul | lakes: s3://a/b | lakes",
        "longhaul-run | arguments: [--kafka, other:9092] | arguments",
        "longhaul-run | openTelemetry: {endpoint: \"collector:4317\"} | openTelemetry.endpoint"
      })
  void invalidValuesAreRefused(String chart, String values, String named) throws Exception {
    Result rendered = render(chart, values);

    assertThat(rendered.code()).isNotZero();
    assertThat(rendered.output().replace('/', '.')).contains(named);
  }

  private List<Map<String, Object>> objects(List<String> chartAndValues) throws Exception {
    Result rendered = render(chartAndValues.get(0), chartAndValues.get(1));
    assertThat(rendered.code()).as(rendered.output()).isZero();
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Object object :
        new Load(LoadSettings.builder().build()).loadAllFromString(rendered.output())) {
      if (object instanceof Map<?, ?> map) {
        objects.add(copy(map));
      }
    }
    return objects;
  }

  private static Map<String, Object> podOf(Map<String, Object> object) {
    Map<String, Object> spec = map(object, "spec");
    return map(map(spec, "template"), "spec");
  }

  private static Map<String, Object> map(Map<String, Object> object, String member) {
    return object.get(member) instanceof Map<?, ?> map ? copy(map) : Map.of();
  }

  private static List<Map<String, Object>> maps(Map<String, Object> object, String member) {
    List<Map<String, Object>> maps = new ArrayList<>();
    if (object.get(member) instanceof List<?> list) {
      list.forEach(each -> maps.add(copy((Map<?, ?>) each)));
    }
    return maps;
  }

  private static Map<String, Object> copy(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(key.toString(), value));
    return copy;
  }

  private Result render(String chart, String values) throws IOException, InterruptedException {
    return helm("template", chart, values);
  }

  private Result helm(String command, String chart, String values)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("values.yaml"), values, UTF_8);
    List<String> words = new ArrayList<>(List.of(System.getProperty("longhaul.helm"), command));
    if (command.equals("template")) {
      words.add("soak");
    }
    words.addAll(
        List.of(
            System.getProperty("longhaul.root") + "/deploy/helm/" + chart,
            "--kube-version",
            "1.31.0",
            "--values",
            file.toString()));
    return run(words);
  }

  private record Result(int code, String output) {}

  private Result run(List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Result(process.exitValue(), Files.readString(output, UTF_8));
  }
}
