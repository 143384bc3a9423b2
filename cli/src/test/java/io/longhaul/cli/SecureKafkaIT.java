package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.embedded.SecureBroker;
import io.longhaul.cli.embedded.SecureBroker.Port;
import io.longhaul.cli.embedded.TestCertificates;
import io.longhaul.control.ExitCode;
import io.longhaul.mock.MockServer;
import io.longhaul.mock.MockServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands with {@code --kafka-config} on a broker with TLS, users and permissions. */
@EnabledOnOs(OS.LINUX)
class SecureKafkaIT {
  private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
  private static final String SECRET = "canary-7f3a9c";
  private static final String LOGIN = "org.apache.kafka.common.security.";
  private static final String TOPICS_USER = "longhaul-topics";

  /** A refused client ends long before; the time is for a busy machine. */
  private static final long LONGEST_COMMAND_SECONDS = 120;

  @TempDir static Path folder;

  private static TestCertificates certificates;
  private static TestCertificates stranger;
  private static SecureBroker broker;
  private static List<AclBinding> documented;

  @BeforeAll
  static void startBroker() throws Exception {
    certificates = TestCertificates.create(folder.resolve("certificates"), SECRET);
    stranger = TestCertificates.create(folder.resolve("stranger"), SECRET);
    broker = SecureBroker.start(folder.resolve("broker"), certificates, SECRET);
    documented = SecureBroker.acls(ROOT.resolve("deploy/kafka/acls.txt"));
    broker.allow(documented);
    for (String user :
        List.of(TOPICS_USER, "longhaul-generator", "longhaul-profile", "longhaul-job")) {
      broker.addUser(user, SECRET);
    }
    for (String user : List.of("longhaul-plain", "longhaul-token", "CN=longhaul-certificate")) {
      broker.allow(of(TOPICS_USER).stream().map(acl -> as("User:" + user, acl)).toList());
    }
    Ended ended = topics(Port.USERS, scram(TOPICS_USER, SECRET));
    assertThat(ended.status()).as(ended.err()).isZero();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  static Stream<Arguments> mechanisms() throws Exception {
    return Stream.of(
        Arguments.of("SCRAM", Port.USERS, scram(TOPICS_USER, SECRET)),
        Arguments.of(
            "PLAIN",
            Port.USERS,
            sasl("PLAIN", "plain.PlainLoginModule", user("longhaul-plain", SECRET))),
        Arguments.of(
            "OAUTHBEARER",
            Port.USERS,
            sasl(
                "OAUTHBEARER",
                "oauthbearer.OAuthBearerLoginModule",
                "unsecuredLoginStringClaim_sub=\"longhaul-token\"")),
        Arguments.of("mTLS", Port.CERTIFICATES, certificate(certificates, "longhaul-certificate")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mechanisms")
  void kafkasMechanismsWork(String name, Port port, String config) throws Exception {
    Ended ended = topics(port, config);

    assertThat(ended.status()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("longhaul.timing  partitions: 12");
  }

  static Stream<Arguments> failures() throws Exception {
    String config = "[^ ]*/kafka.properties";
    return Stream.of(
        Arguments.of(
            "wrong password",
            Port.USERS,
            scram(TOPICS_USER, "wrong-" + SECRET),
            "Authentication failed during authentication due to invalid credentials with SASL"
                + " mechanism SCRAM-SHA-512 \\(check user and password in "
                + config
                + "\\)"),
        Arguments.of(
            "mechanism that the broker lacks",
            Port.USERS,
            scram(TOPICS_USER, SECRET).replace("SCRAM-SHA-512", "SCRAM-SHA-256"),
            "Client SASL mechanism 'SCRAM-SHA-256' not enabled in the server, enabled mechanisms"
                + " are \\[.*] \\(check security.protocol and sasl.mechanism in "
                + config
                + "\\)"),
        Arguments.of(
            "unknown authority",
            Port.USERS,
            scram(TOPICS_USER, SECRET)
                .replace(certificates.authority().toString(), stranger.authority().toString()),
            "TLS failed: its certificate is not signed by a trusted authority \\(set"
                + " ssl.truststore.location or ssl.truststore.certificates in "
                + config
                + " to the authority of the brokers\\)"),
        Arguments.of(
            "expired certificate of the broker",
            Port.EXPIRED,
            scram(TOPICS_USER, SECRET),
            "TLS failed: its certificate is not valid now: NotAfter: .* \\(renew it, or check this"
                + " machine's clock\\)"),
        Arguments.of(
            "certificate of another host",
            Port.OTHER_HOST,
            scram(TOPICS_USER, SECRET),
            "TLS failed: its certificate is for another host: No subject alternative names matching"
                + " IP address 127.0.0.1 found \\(use a host name that .*\\)"),
        Arguments.of(
            "no certificate of the client",
            Port.CERTIFICATES,
            "security.protocol=SSL\n" + truststore(certificates),
            "TLS failed: it does not accept this client's certificate: .* \\(set ssl.keystore.\\*"
                + " in "
                + config
                + " to a certificate that the brokers trust\\)"),
        Arguments.of(
            "certificate of another authority",
            Port.CERTIFICATES,
            certificate(stranger, "longhaul-certificate")
                .replace(stranger.authority().toString(), certificates.authority().toString()),
            "TLS failed: it does not accept this client's certificate: .*"),
        Arguments.of(
            "TLS on a port without TLS",
            Port.OPEN_USERS,
            scram(TOPICS_USER, SECRET),
            "127.0.0.1:\\d+ does not use TLS, but security.protocol is SASL_SSL \\(use the brokers'"
                + " port for TLS, or change it in "
                + config
                + "\\)"),
        Arguments.of(
            "no TLS on a port with TLS",
            Port.USERS,
            scram(TOPICS_USER, SECRET).replace("SASL_SSL", "SASL_PLAINTEXT"),
            "127.0.0.1:\\d+ uses TLS, but security.protocol is SASL_PLAINTEXT \\(set SSL or"
                + " SASL_SSL in "
                + config
                + "\\)"),
        Arguments.of(
            "no settings on a port with TLS",
            Port.USERS,
            "",
            "127.0.0.1:\\d+ uses TLS, but security.protocol is PLAINTEXT \\(set SSL or SASL_SSL in"
                + " .*\\)"),
        Arguments.of(
            "no user on a port for users",
            Port.USERS,
            "security.protocol=SSL\n" + truststore(certificates),
            "it accepts connections but does not answer \\(is it overloaded, or does it require"
                + " SASL_SSL or a client certificate, with --kafka-config\\?\\)"),
        Arguments.of(
            "missing key store",
            Port.CERTIFICATES,
            """
            security.protocol=SSL
            ssl.keystore.location=/nowhere.p12
            ssl.keystore.password=canary-7f3a9c
            """,
            "Failed to load SSL keystore /nowhere.p12 of type JKS.*"),
        Arguments.of(
            "wrong password of a key store",
            Port.CERTIFICATES,
            certificate(certificates, "longhaul-certificate")
                .replace("password=" + SECRET, "password=wrong-" + SECRET),
            "Failed to load SSL keystore [^ ]* of type PKCS12: keystore password was incorrect"
                + " \\(check "
                + config
                + "\\)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void aFailureIsOneSentenceWithItsReason(String name, Port port, String config, String reason)
      throws Exception {
    Ended ended = topics(port, config);

    assertThat(ended.status()).as(ended.err()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    assertThat(ended.err().strip())
        .matches("Cannot (use|reach|connect to) Kafka at 127.0.0.1:\\d+: " + reason)
        .doesNotContain(SECRET);
  }

  @Test
  void aGeneratorDoesNotWaitForABrokerThatRefusesIt() throws Exception {
    Ended ended =
        execute(
            "generate",
            "--kafka",
            broker.address(Port.USERS),
            "--kafka-config",
            file(scram("longhaul-generator", "wrong")).toString(),
            "--spool-dir",
            folder.resolve("unsent").toString());

    assertThat(ended.status()).isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
    assertThat(ended.err()).startsWith("Cannot use Kafka at ").contains("invalid credentials");
  }

  @Test
  void anInvalidFileIsRefusedBeforeAnythingStarts() throws Exception {
    Path file = file("security.protocol=SASL_SSL\nacks=0\nsasl.mechanizm=" + SECRET + "\n");
    for (String command : List.of("topics", "generate", "pipeline", "profile")) {
      List<String> words =
          new ArrayList<>(
              List.of(command, "--kafka", "127.0.0.1:1", "--kafka-config", file.toString()));
      if (command.equals("pipeline") || command.equals("profile")) {
        words.addAll(List.of("--lake", folder.resolve("lake").toString()));
      }
      if (command.equals("profile")) {
        words.addAll(List.of("-m", "m", "--tokenizer", "builtin"));
      }
      Ended ended = execute(words.toArray(String[]::new));

      assertThat(ended.status()).as(ended.err()).isEqualTo(ExitCode.USAGE.status());
      assertThat(ended.err())
          .contains("Invalid " + file + ", line 2: acks (remove it; Longhaul sets it")
          .contains("Invalid " + file + ", line 3: sasl.mechanizm (Kafka's clients have no such")
          .doesNotContain(SECRET);
    }
  }

  @Test
  void eachMissingPermissionOfAGeneratorIsNamed() throws Exception {
    Path config = file(scram("longhaul-generator", SECRET));
    assertEachIsNamed(
        of("longhaul-generator"),
        () ->
            execute(
                "generate",
                "--kafka",
                broker.address(Port.USERS),
                "--kafka-config",
                config.toString(),
                "--spool-dir",
                folder.resolve("unsent").toString()));
  }

  @Test
  void eachMissingPermissionOfTheCoordinatorIsNamed() throws Exception {
    Path config = file(scram("longhaul-profile", SECRET));
    // Without the permission for groups, a run starts with a warning.
    List<AclBinding> required =
        of("longhaul-profile").stream()
            .filter(acl -> acl.pattern().resourceType() == ResourceType.TOPIC)
            .filter(acl -> acl.entry().operation() != AclOperation.DESCRIBE)
            .toList();
    try (MockServer server = MockServer.start(MockServerOptions.builder().build())) {
      assertEachIsNamed(
          required,
          () ->
              execute(
                  "profile",
                  "--kafka",
                  broker.address(Port.USERS),
                  "--kafka-config",
                  config.toString(),
                  "--lake",
                  folder.resolve("lake").toString(),
                  "-m",
                  "mock-model",
                  "--tokenizer",
                  "builtin",
                  "-u",
                  "127.0.0.1:" + server.llmPort(),
                  "--no-gpu-telemetry",
                  "--replace",
                  "--artifact-dir",
                  folder.resolve("artifacts").toString()));
    }
  }

  @Test
  void eachMissingPermissionOfTheJobIsNamed() throws Exception {
    Path config = file(scram("longhaul-job", SECRET));
    assertEachIsNamed(
        of("longhaul-job"),
        () ->
            execute(
                "pipeline",
                "--kafka",
                broker.address(Port.USERS),
                "--kafka-config",
                config.toString(),
                "--lake",
                folder.resolve("lake").toString()));
  }

  @Test
  void theMissingPermissionToCreateTopicsIsNamed() throws Exception {
    Path config = file(scram(TOPICS_USER, SECRET));
    List<AclBinding> create =
        of(TOPICS_USER).stream()
            .filter(acl -> acl.entry().operation() == AclOperation.CREATE)
            .toList();
    assertEachIsNamed(
        create,
        () ->
            execute(
                "topics",
                "--kafka",
                broker.address(Port.USERS),
                "--kafka-config",
                config.toString(),
                "--topic-prefix",
                "longhaul.second"));
  }

  private interface Command {
    Ended execute() throws Exception;
  }

  private static void assertEachIsNamed(List<AclBinding> permissions, Command command)
      throws Exception {
    assertThat(permissions).isNotEmpty();
    for (AclBinding permission : permissions) {
      broker.deny(permission);
      try {
        Ended ended = command.execute();
        assertThat(ended.status())
            .as("without %s: %s", permission, ended.err())
            .isEqualTo(ExitCode.INFRASTRUCTURE_FAILED.status());
        assertThat(lastLine(ended))
            .startsWith("Cannot use Kafka at " + broker.address(Port.USERS) + ": this user lacks ")
            .contains(named(permission))
            .endsWith("(add these ACLs; docs/running-distributed.md lists those of each process)");
      } finally {
        broker.allow(List.of(permission));
      }
    }
  }

  private static String lastLine(Ended ended) {
    return ended.err().lines().reduce("", (before, line) -> line);
  }

  private static String named(AclBinding permission) {
    String operation =
        switch (permission.entry().operation()) {
          case DESCRIBE_CONFIGS -> "DescribeConfigs";
          case CREATE -> "Create";
          case READ -> "Read";
          case DELETE -> "Delete";
          default -> "Write";
        };
    boolean isGroup = permission.pattern().resourceType() == ResourceType.GROUP;
    return operation + " on " + (isGroup ? "group " : "") + permission.pattern().name();
  }

  private static List<AclBinding> of(String user) {
    List<AclBinding> acls =
        documented.stream().filter(acl -> acl.entry().principal().equals("User:" + user)).toList();
    assertThat(acls).as(user).isNotEmpty();
    return acls;
  }

  private static AclBinding as(String principal, AclBinding acl) {
    return new AclBinding(
        acl.pattern(),
        new AccessControlEntry(
            principal, acl.entry().host(), acl.entry().operation(), acl.entry().permissionType()));
  }

  private static String scram(String user, String password) {
    return sasl("SCRAM-SHA-512", "scram.ScramLoginModule", user(user, password));
  }

  private static String user(String name, String password) {
    return "username=\"" + name + "\" password=\"" + password + "\"";
  }

  private static String sasl(String mechanism, String module, String options) {
    return "security.protocol=SASL_SSL\nsasl.mechanism="
        + mechanism
        + "\nsasl.jaas.config="
        + LOGIN
        + module
        + " required "
        + options
        + ";\n"
        + truststore(certificates);
  }

  private static String truststore(TestCertificates trusted) {
    return "ssl.truststore.type=PEM\nssl.truststore.location=" + trusted.authority() + "\n";
  }

  private static String certificate(TestCertificates signer, String name) throws Exception {
    return "security.protocol=SSL\n"
        + truststore(signer)
        + "ssl.keystore.type=PKCS12\nssl.keystore.location="
        + signer.sign(name, "CN=" + name, "dns:client", false)
        + "\nssl.keystore.password="
        + SECRET
        + "\n";
  }

  private static Path file(String config) throws IOException {
    Path file = Files.createTempDirectory(folder, "config").resolve("kafka.properties");
    Files.writeString(file, config);
    assertThat(file.toFile().setReadable(false, false)).isTrue();
    assertThat(file.toFile().setReadable(true, true)).isTrue();
    return file;
  }

  private static Ended topics(Port port, String config) throws Exception {
    return config.isEmpty()
        ? execute("topics", "--kafka", broker.address(port))
        : execute(
            "topics", "--kafka", broker.address(port), "--kafka-config", file(config).toString());
  }

  /** A command that has ended. */
  private record Ended(int status, String out, String err) {}

  private static Ended execute(String... words) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, false);
    CompletableFuture<Integer> status = new CompletableFuture<>();
    Thread command =
        new Thread(() -> status.complete(new Longhaul(terminal).run(List.of(words))), words[0]);
    command.start();
    try {
      return new Ended(
          status.get(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS),
          out.toString(UTF_8),
          err.toString(UTF_8));
    } finally {
      command.interrupt();
      command.join();
    }
  }
}
