package io.longhaul.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KafkaConfigTest {
  private static final String SCRAM =
      """
      # of the brokers
      security.protocol=SASL_SSL
      sasl.mechanism=SCRAM-SHA-512
      sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required \\
        username="alice" \\
        password="canary-7f3a";
      ssl.truststore.location=/etc/ca.pem
      ssl.truststore.type=PEM
      reconnect.backoff.max.ms = 5000
      """;

  @TempDir Path folder;

  @Test
  void theFileContainsSettingsOfAClient() throws Exception {
    KafkaConfig config = read(SCRAM);

    AdminClientConfig client = client(config);
    assertThat(client.getString("security.protocol")).isEqualTo("SASL_SSL");
    assertThat(client.getLong("reconnect.backoff.max.ms")).isEqualTo(5000);
    assertThat(client.getPassword("sasl.jaas.config").value())
        .isEqualTo(
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"alice\""
                + " password=\"canary-7f3a\";");
  }

  @Test
  void nothingButTheClientHoldsASecret() throws Exception {
    KafkaConfig config = read(SCRAM);

    KafkaConnection connection = new KafkaConnection("broker:9092", config);
    assertThat(config.toString()).doesNotContain("canary").doesNotContain("alice");
    assertThat(connection.toString() + connection.properties() + connection.javaProperties())
        .contains("sasl.jaas.config=${longhaul:sasl.jaas.config}")
        .doesNotContain("canary");
  }

  @Test
  void valuesReferToVariablesAndFiles() throws Exception {
    Path secrets = write("secrets.properties", "password=from-a-file\n");
    write("token", "from-a-folder");
    KafkaConfig config =
        read(
            """
            security.protocol=SSL
            ssl.truststore.location=${env:PATH}
            ssl.key.password=${file:%s:password}
            ssl.keystore.password=<${directory:%s:token}>
            """
                .formatted(secrets, folder));

    AdminClientConfig client = client(config);
    assertThat(client.getString("ssl.truststore.location")).isEqualTo(System.getenv("PATH"));
    assertThat(client.getPassword("ssl.key.password").value()).isEqualTo("from-a-file");
    assertThat(client.getPassword("ssl.keystore.password").value()).isEqualTo("<from-a-folder>");
    assertThat(config.hasPassword()).isFalse();
  }

  @Test
  void aClientThatIsCreatedLaterReadsTheChangedFile() throws Exception {
    KafkaConfig config = read("security.protocol=SSL\nssl.key.password=old\n");
    write("kafka.properties", "security.protocol=SSL\nssl.key.password=new\n");

    assertThat(client(config).getPassword("ssl.key.password").value()).isEqualTo("new");

    Files.delete(folder.resolve("kafka.properties"));
    assertThatThrownBy(() -> client(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("kafka.properties: there is no such file");
  }

  @Test
  void allProblemsAreReportedTogetherWithFileLineAndKey() throws Exception {
    assertThat(
            problems(
                """
                sasl.login.connect.timeout.ms=1s
                acks=1
                bootstrap.servers=broker:9092

                ssl.keystore.pasword=x
                sasl.mechanism=PLAIN
                sasl.mechanism=SCRAM-SHA-512
                config.providers=env
                ssl.key.password=${env:LONGHAUL_NOT_SET}
                ssl.keystore.password=${file:/nowhere:key}
                sasl.jaas.config=org.example.Module sometimes password="canary";
                reconnect.backoff.ms=soon
                security.protocol=SSL
                """))
        .containsExactlyInAnyOrder(
            "line 1: sasl.login.connect.timeout.ms (Not a number of type INT)",
            "line 2: acks (remove it; Longhaul sets it, and the file may only contain settings of"
                + " the connection, sasl.* and ssl.*)",
            "line 3: bootstrap.servers (remove it; the command line names the brokers)",
            "line 5: ssl.keystore.pasword (Kafka's clients have no such setting; check its"
                + " spelling)",
            "line 7: sasl.mechanism (line 6 sets it, too; keep one of them)",
            "line 8: config.providers (remove it; ${env:…}, ${file:…} and ${directory:…} work"
                + " without it)",
            "line 9: ssl.key.password (the environment variable LONGHAUL_NOT_SET is not set)",
            "line 10: ssl.keystore.password (Could not read properties from file /nowhere)",
            "line 11: sasl.jaas.config (a login module that Kafka allows, as in CLASS required"
                + " KEY=\"VALUE\";)",
            "line 12: reconnect.backoff.ms (Not a number of type LONG)");
  }

  @Test
  void noProblemContainsAValue() throws Exception {
    for (String line :
        List.of(
            "sasl.jaas.config=org.example.Module required password=canary-7f3a b;",
            "sasl.jaas.config=canary-7f3a",
            "sasl.jaas.config=com.sun.security.auth.module.JndiLoginModule required x=\"canary\";",
            "connections.max.idle.ms=canary-7f3a",
            "security.protocol=canary: canary-7f3a",
            "acks=canary")) {
      assertThat(problems(line + "\n")).isNotEmpty().noneMatch(each -> each.contains("canary"));
    }
  }

  @Test
  void securityWithoutAProtocolIsAMistake() throws Exception {
    assertThat(problems("sasl.mechanism=PLAIN\n"))
        .containsExactly(
            "without security.protocol, its sasl.* and ssl.* have no effect (add"
                + " security.protocol=SASL_SSL or SSL)");
  }

  @Test
  void aFileThatCannotBeReadIsAProblem() throws Exception {
    Path missing = folder.resolve("missing.properties");
    assertThatThrownBy(() -> KafkaConfig.read(missing))
        .isInstanceOf(InvalidKafkaConfigException.class)
        .hasMessage("Cannot read " + missing + ": there is no such file");

    Path latin = folder.resolve("latin.properties");
    Files.write(latin, "ssl.key.password=ü\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> KafkaConfig.read(latin))
        .isInstanceOf(InvalidKafkaConfigException.class)
        .hasMessage("Cannot read " + latin + ": it is not a text file in UTF-8");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPasswordThatAllUsersCanReadIsAWarning() throws Exception {
    KafkaConfig config = read(SCRAM);
    Path file = folder.resolve("kafka.properties");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(config.warning()).isEmpty();

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(config.warning())
        .hasValue(
            "%s contains a password, and every user of this machine can read it (chmod 600 %s)"
                .formatted(file, file));
    assertThat(read("security.protocol=SSL\nssl.key.password=${env:PATH}\n").warning()).isEmpty();
  }

  private KafkaConfig read(String text) throws Exception {
    return KafkaConfig.read(write("kafka.properties", text));
  }

  /** Returns the problems of a file, without the name of the file. */
  private List<String> problems(String text) throws IOException {
    Path file = write("kafka.properties", text);
    InvalidKafkaConfigException problems =
        catchThrowableOfType(InvalidKafkaConfigException.class, () -> KafkaConfig.read(file));
    assertThat(problems).isNotNull();
    return problems.problems().stream()
        .map(each -> each.replaceFirst("^Invalid \\Q" + file + "\\E[,:] ", ""))
        .toList();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static AdminClientConfig client(KafkaConfig config) {
    Map<String, Object> properties = new KafkaConnection("broker:9092", config).properties();
    return new AdminClientConfig(properties);
  }
}
