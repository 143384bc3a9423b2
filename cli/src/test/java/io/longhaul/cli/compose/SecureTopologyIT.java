package io.longhaul.cli.compose;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.cli.embedded.SecureBroker;
import io.longhaul.cli.embedded.SecureBroker.Port;
import io.longhaul.cli.embedded.TestCertificates;
import io.longhaul.sinks.Dataset;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A distributed run on a broker with TLS, users and exactly the documented permissions. */
@EnabledOnOs(OS.LINUX)
class SecureTopologyIT {
  private static final Path PROJECT = Path.of(System.getProperty("longhaul.root"));
  private static final String SECRET = "canary-7f3a9c";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> TOPICS =
      List.of(
          "longhaul.timing",
          "longhaul.gpu",
          "longhaul.control",
          "longhaul.slices",
          "longhaul.rejected");

  @TempDir Path folder;
  private TestCertificates certificates;

  @Test
  void aRunNeedsNoOtherPermissionsAndShowsNoPassword() throws Exception {
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    certificates = TestCertificates.create(secrets.resolve("certificates"), SECRET);
    try (SecureBroker broker = SecureBroker.start(secrets.resolve("broker"), certificates, SECRET);
        Topology topology = Topology.of(PROJECT, folder.resolve("topology"))) {
      broker.allow(SecureBroker.acls(PROJECT.resolve("deploy/kafka/acls.txt")));
      String kafka = broker.address(Port.USERS);
      run(topology, "topics", kafka, user(broker, "longhaul-topics"));

      topology.start("jobmanager");
      topology.start("taskmanager");
      topology.start("mock-server");
      RunningService job =
          topology.start(
              "submit",
              "submit jobmanager:8081 --bootstrap %s --kafka-config %s --lake /data/lake --checkpoints /data/checkpoints --checkpoint-seconds 2"
                  .formatted(kafka, user(broker, "longhaul-job")));
      assertThat(job.exitStatus()).as(job.printed()).isZero();

      Path generator = user(broker, "longhaul-generator");
      for (String name : List.of("g0", "g1")) {
        topology.start(
            name,
            "generate --kafka %s --kafka-config %s --name %s --spool-dir /data/unsent"
                .formatted(kafka, generator, name));
      }
      RunningService profile =
          topology.start(
              "coordinator",
              "profile --kafka %s --kafka-config %s --lake /data/lake --generators 2 --model mock-model --url http://mock-server:8000 --streaming --tokenizer builtin --isl 32 --osl 8 --request-rate 20 --benchmark-duration 5 --slice-duration 1 --gpu-telemetry http://mock-server:9400/metrics --artifact-dir /data/artifacts --ui none"
                  .formatted(kafka, user(broker, "longhaul-profile")));
      assertThat(profile.exitStatus()).as(profile.printed()).isZero();
      assertThat(profile.printed()).doesNotContain("Warning: cannot check whether a job");
      assertThat(topology.service("g0").exitStatus()).isZero();
      assertThat(topology.service("g1").exitStatus()).isZero();

      Lake lake = new Lake(topology.path("/data/lake"));
      String run = lake.runs().get(0);
      long sent = Files.readAllLines(topology.path("/data/truth.jsonl")).size();
      assertThat(lake.count(Dataset.REQUESTS, run)).isEqualTo(sent).isGreaterThan(50);
      assertThat(lake.count(Dataset.GPU_SAMPLES, run)).isPositive();

      assertNoCommandLineShowsTheSecret();
      assertFlinkDoesNotShowTheSecret(topology);
      assertNoRecordContainsTheSecret(broker);
      assertNoFileContainsTheSecret(folder.resolve("topology"));
    }
  }

  private static void run(Topology topology, String command, String kafka, Path config)
      throws Exception {
    RunningService ended =
        topology.start(
            "run-" + command, "%s --kafka %s --kafka-config %s".formatted(command, kafka, config));
    assertThat(ended.exitStatus()).as(ended.printed()).isZero();
  }

  /** Creates a user and its file of settings, which refers to a file with the password. */
  private Path user(SecureBroker broker, String name) throws Exception {
    broker.addUser(name, SECRET);
    Path secrets = folder.resolve("secrets");
    Files.writeString(secrets.resolve("secrets.properties"), "kafka.password=" + SECRET + "\n");
    String example = Files.readString(PROJECT.resolve("deploy/kafka/client.properties"), UTF_8);
    Path config =
        Files.writeString(
            secrets.resolve(name + ".properties"),
            example
                .replace("longhaul-generator", name)
                .replace("/etc/longhaul/ca.pem", certificates.authority().toString())
                .replace("/etc/longhaul", secrets.toString()));
    return Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
  }

  private static void assertNoCommandLineShowsTheSecret() {
    assertThat(ProcessHandle.current().descendants().map(SecureTopologyIT::commandLine))
        .isNotEmpty()
        .noneMatch(SecureTopologyIT::hasSecret);
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"), UTF_8);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  /** Reads what Flink's web UI shows about the job and the processes. */
  private static void assertFlinkDoesNotShowTheSecret(Topology topology) throws Exception {
    String flink = "http://" + topology.translate("jobmanager:8081");
    JsonNode jobs = JSON.readTree(get(flink + "/jobs/overview"));
    String job = jobs.path("jobs").path(0).path("jid").asText();
    assertThat(job).isNotEmpty();
    StringBuilder shown = new StringBuilder();
    for (String page :
        List.of(
            "/jobs/" + job,
            "/jobs/" + job + "/config",
            "/jobs/" + job + "/plan",
            "/jobs/" + job + "/exceptions",
            "/jobs/" + job + "/checkpoints/config",
            "/jobmanager/config",
            "/jobmanager/environment",
            "/taskmanagers")) {
      shown.append(get(flink + page));
    }
    assertThat(shown.toString()).contains("Source: timing").satisfies(SecureTopologyIT::noSecret);
  }

  private static String get(String url) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofMinutes(1)).build(),
                HttpResponse.BodyHandlers.ofString());
    return response.body();
  }

  private static void assertNoRecordContainsTheSecret(SecureBroker broker) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          TOPICS.stream()
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(each -> new TopicPartition(each.topic(), each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      int records = 0;
      while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          records++;
          if (record.value() != null) {
            assertThat(hasSecret(new String(record.value(), ISO_8859_1))).isFalse();
          }
        }
      }
      assertThat(records).isGreaterThan(100);
    }
  }

  /** Logs, exports, lake and checkpoints. */
  private static void assertNoFileContainsTheSecret(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertThat(all).hasSizeGreaterThan(20);
      for (Path file : all) {
        assertThat(hasSecret(Files.readString(file, ISO_8859_1))).as(file.toString()).isFalse();
      }
    }
  }

  private static void noSecret(String text) {
    assertThat(hasSecret(text)).isFalse();
  }

  private static boolean hasSecret(String text) {
    return text.contains(SECRET)
        || text.contains(Base64.getEncoder().encodeToString(SECRET.getBytes(UTF_8)));
  }
}
