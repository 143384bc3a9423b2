package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A broker with TLS, users and permissions, started by {@code longhaul kafka}. Whoever uses the
 * port without TLS may do everything; all others need ACLs.
 */
public final class SecureBroker implements TestKafka {
  private static final long LONGEST_START_SECONDS = 120;
  private static final String LOGIN = "org.apache.kafka.common.security.";

  /** What a port requires. */
  public enum Port {
    PLAIN("PLAINTEXT"),
    /** Users with passwords or tokens. */
    USERS("SASL_SSL"),
    /** Certificates of clients. */
    CERTIFICATES("SSL"),
    /** Users with passwords, without TLS. */
    OPEN_USERS("SASL_PLAINTEXT"),
    /** The broker's certificate has expired. */
    EXPIRED("SASL_SSL"),
    /** The broker's certificate is for another host. */
    OTHER_HOST("SASL_SSL");

    private final String protocol;

    Port(String protocol) {
      this.protocol = protocol;
    }
  }

  private final Path folder;
  private final Map<Port, Integer> ports = new EnumMap<>(Port.class);
  private final int controllerPort;
  private final Process process;

  private SecureBroker(Path folder, TestCertificates certificates, String password)
      throws Exception {
    this.folder = folder;
    int[] free = KafkaProcess.freePorts(Port.values().length + 1);
    int next = 0;
    for (Port port : Port.values()) {
      ports.put(port, free[next++]);
    }
    this.controllerPort = free[free.length - 1];
    Map<Port, Path> stores = new EnumMap<>(Port.class);
    Path usual = certificates.sign("broker", "CN=broker", "ip:127.0.0.1", false);
    stores.put(Port.USERS, usual);
    stores.put(Port.CERTIFICATES, usual);
    stores.put(Port.EXPIRED, certificates.sign("expired", "CN=broker", "ip:127.0.0.1", true));
    stores.put(
        Port.OTHER_HOST, certificates.sign("other", "CN=broker", "dns:other.example", false));
    Files.writeString(config(), configText(stores, certificates.authority(), password));
    this.process = launch();
  }

  /**
   * Starts the broker.
   *
   * @param folder takes what it writes
   * @param password of its key stores and of the user {@code longhaul-plain}
   */
  public static SecureBroker start(Path folder, TestCertificates certificates, String password)
      throws Exception {
    Files.createDirectories(folder);
    SecureBroker broker = new SecureBroker(folder, certificates, password);
    try {
      broker.awaitReady();
    } catch (Throwable e) {
      broker.close();
      throw e;
    }
    return broker;
  }

  private Path config() {
    return folder.resolve("server.properties");
  }

  private String configText(Map<Port, Path> stores, Path authority, String password) {
    List<String> lines = new ArrayList<>();
    lines.add("process.roles=broker,controller");
    lines.add("node.id=1");
    lines.add("controller.quorum.voters=1@127.0.0.1:" + controllerPort);
    lines.add("controller.listener.names=CONTROLLER");
    lines.add("listeners=" + listeners() + ",CONTROLLER://127.0.0.1:" + controllerPort);
    lines.add("advertised.listeners=" + listeners());
    lines.add("inter.broker.listener.name=" + Port.PLAIN);
    lines.add(
        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,"
            + ports.keySet().stream()
                .map(port -> port + ":" + port.protocol)
                .collect(Collectors.joining(",")));
    lines.add("log.dirs=" + folder.resolve("log"));
    lines.add("auto.create.topics.enable=false");
    lines.add("offsets.topic.num.partitions=1");
    lines.add("offsets.topic.replication.factor=1");
    lines.add("group.initial.rebalance.delay.ms=0");
    lines.add("log.retention.ms=-1");
    lines.add("authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    lines.add("super.users=User:ANONYMOUS");
    lines.add("ssl.truststore.type=PEM");
    lines.add("ssl.truststore.location=" + authority);
    stores.forEach(
        (port, store) -> {
          String prefix = prefix(port);
          lines.add(prefix + "ssl.keystore.type=PKCS12");
          lines.add(prefix + "ssl.keystore.location=" + store);
          lines.add(prefix + "ssl.keystore.password=" + password);
          lines.add(prefix + "ssl.key.password=" + password);
        });
    lines.add(prefix(Port.CERTIFICATES) + "ssl.client.auth=required");
    lines.add("sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN,OAUTHBEARER");
    for (Port port : Port.values()) {
      if (port.protocol.startsWith("SASL")) {
        String prefix = prefix(port);
        lines.add(
            prefix
                + "scram-sha-512.sasl.jaas.config="
                + LOGIN
                + "scram.ScramLoginModule required;");
        lines.add(
            prefix
                + "plain.sasl.jaas.config="
                + LOGIN
                + "plain.PlainLoginModule required user_longhaul-plain=\""
                + password
                + "\";");
        lines.add(
            prefix
                + "oauthbearer.sasl.jaas.config="
                + LOGIN
                + "oauthbearer.OAuthBearerLoginModule required"
                + " unsecuredLoginStringClaim_sub=\"broker\";");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String prefix(Port port) {
    return "listener.name." + port.name().toLowerCase(Locale.ROOT) + ".";
  }

  private String listeners() {
    return ports.entrySet().stream()
        .map(port -> port.getKey() + "://127.0.0.1:" + port.getValue())
        .collect(Collectors.joining(","));
  }

  private Process launch() throws IOException {
    Path root = Path.of(System.getProperty("longhaul.root"));
    ProcessBuilder launcher =
        new ProcessBuilder(
                root.resolve("deploy/bin/longhaul").toString(), "kafka", config().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("kafka.log").toFile());
    Map<String, String> environment = launcher.environment();
    environment.put("LONGHAUL_LIB", root.resolve("cli/target/dist/lib").toString());
    environment.put("LONGHAUL_JAVA_OPTS", "-Xmx256m " + QuickService.javaOptions(root, "kafka"));
    return launcher.start();
  }

  private void awaitReady() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
    try (Admin admin = admin()) {
      while (!isReady(admin)) {
        assertThat(process.isAlive()).as(printed()).isTrue();
        assertThat(System.nanoTime()).as(printed()).isLessThan(deadline);
      }
    }
  }

  private static boolean isReady(Admin admin) throws InterruptedException {
    try {
      return !admin.describeCluster().nodes().get().isEmpty();
    } catch (ExecutionException e) {
      return false;
    }
  }

  private String printed() throws IOException {
    return Files.readString(folder.resolve("kafka.log"), UTF_8);
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "default.api.timeout.ms",
            "5000",
            "request.timeout.ms",
            "5000"));
  }

  /** Returns the address of a port. */
  public String address(Port port) {
    return "127.0.0.1:" + ports.get(port);
  }

  /** Creates a user for SCRAM-SHA-512. */
  public void addUser(String name, String password) throws Exception {
    try (Admin admin = admin()) {
      admin
          .alterUserScramCredentials(
              List.of(
                  new UserScramCredentialUpsertion(
                      name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password)))
          .all()
          .get();
    }
  }

  /** Adds permissions. */
  public void allow(List<AclBinding> permissions) throws Exception {
    try (Admin admin = admin()) {
      admin.createAcls(permissions).all().get();
    }
  }

  /** Removes a permission. */
  public void deny(AclBinding permission) throws Exception {
    try (Admin admin = admin()) {
      admin.deleteAcls(List.of(permission.toFilter())).all().get();
    }
  }

  /**
   * Reads the options of {@code kafka-acls.sh}, one call per line; lines with {@code #} are
   * comments.
   */
  public static List<AclBinding> acls(Path file) throws IOException {
    List<AclBinding> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        all.addAll(aclsIn(line));
      }
    }
    return all;
  }

  private static List<AclBinding> aclsIn(String line) {
    Map<String, List<String>> options = new HashMap<>();
    String[] words = line.strip().split(" ", -1);
    assertThat(words[0]).isEqualTo("--add");
    for (int i = 1; i < words.length; i += 2) {
      options.computeIfAbsent(words[i], any -> new ArrayList<>()).add(words[i + 1]);
    }
    PatternType pattern =
        options.containsKey("--resource-pattern-type")
            ? PatternType.fromString(
                options.get("--resource-pattern-type").get(0).toUpperCase(Locale.ROOT))
            : PatternType.LITERAL;
    List<AclBinding> acls = new ArrayList<>();
    for (ResourceType type : List.of(ResourceType.TOPIC, ResourceType.GROUP)) {
      String option = "--" + type.name().toLowerCase(Locale.ROOT);
      for (String name : options.getOrDefault(option, List.of())) {
        for (String operation : options.get("--operation")) {
          acls.add(
              new AclBinding(
                  new ResourcePattern(type, name, pattern),
                  new AccessControlEntry(
                      options.get("--allow-principal").get(0),
                      "*",
                      operation(operation),
                      AclPermissionType.ALLOW)));
        }
      }
    }
    assertThat(acls).as(line).isNotEmpty();
    return acls;
  }

  /** Returns the operation of a name such as {@code DescribeConfigs}. */
  private static AclOperation operation(String name) {
    return AclOperation.fromString(
        name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
  }

  /** Returns the address of the port without TLS, whose users may do everything. */
  @Override
  public String bootstrapServers() {
    return address(Port.PLAIN);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }
}
