package io.longhaul.kafka;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/**
 * The settings with which all Kafka clients connect to the brokers, from a file of the user. It
 * holds the names of the settings, but no values: Kafka's clients read them by themselves (see
 * {@link KafkaConfigProvider}), so that no secret is part of a message, a log, a job or a command
 * line.
 *
 * @param file absolute path of the file; empty for the defaults of Kafka's clients
 * @param keys the settings that it contains
 * @param securityProtocol value of {@code security.protocol}, which is not a secret
 * @param hasPassword whether a secret is in the file itself, not in a variable or another file
 */
public record KafkaConfig(
    Optional<Path> file, Set<String> keys, String securityProtocol, boolean hasPassword) {
  /** The defaults of Kafka's clients: no encryption and no authentication. */
  public static final KafkaConfig NONE =
      new KafkaConfig(Optional.empty(), Set.of(), "PLAINTEXT", false);

  private static final String SECURITY_PROTOCOL = "security.protocol";
  private static final String JAAS = "sasl.jaas.config";
  private static final String PROVIDERS = "config.providers";
  private static final String PROVIDER = "longhaul";
  private static final String BOOTSTRAP = "bootstrap.servers";

  private static final ConfigDef DEFINITION = AdminClientConfig.configDef();

  /** Settings of the connection besides {@code sasl.*} and {@code ssl.*}. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          SECURITY_PROTOCOL,
          "security.providers",
          "client.dns.lookup",
          "connections.max.idle.ms",
          "metadata.max.age.ms",
          "metadata.recovery.strategy",
          "metadata.recovery.rebootstrap.trigger.ms",
          "receive.buffer.bytes",
          "send.buffer.bytes",
          "reconnect.backoff.ms",
          "reconnect.backoff.max.ms",
          "retry.backoff.ms",
          "retry.backoff.max.ms",
          "socket.connection.setup.timeout.ms",
          "socket.connection.setup.timeout.max.ms");

  public KafkaConfig {
    keys = Set.copyOf(keys);
  }

  /**
   * Reads and checks a file.
   *
   * @throws InvalidKafkaConfigException with all problems; no message contains a value
   */
  public static KafkaConfig read(Path path) throws InvalidKafkaConfigException {
    Path file = path.toAbsolutePath().normalize();
    List<String> problems = new ArrayList<>();
    Map<String, PropertiesFile.Entry> entries = entries(file, problems);
    Map<String, String> values = new HashMap<>();
    for (PropertiesFile.Entry entry : entries.values()) {
      try {
        values.put(entry.key(), entry.resolved());
      } catch (ConfigException e) {
        problems.add(problem(file, entry, String.valueOf(e.getMessage())));
      }
    }
    checkValues(file, entries, values, problems);
    if (!entries.isEmpty() && !entries.containsKey(SECURITY_PROTOCOL) && hasSecurity(entries)) {
      problems.add(
          "Invalid %s: without %s, its sasl.* and ssl.* have no effect (add %s=SASL_SSL or SSL)"
              .formatted(file, SECURITY_PROTOCOL, SECURITY_PROTOCOL));
    }
    if (!problems.isEmpty()) {
      throw new InvalidKafkaConfigException(problems);
    }
    return new KafkaConfig(
        Optional.of(file),
        entries.keySet(),
        values.getOrDefault(SECURITY_PROTOCOL, NONE.securityProtocol()).strip(),
        entries.values().stream()
            .anyMatch(entry -> isSecret(entry.key()) && !entry.hasReference()));
  }

  /**
   * Returns the properties of a client, in addition to the brokers' addresses. Their values are
   * references that the client resolves.
   */
  public Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    if (file.isPresent()) {
      String prefix = PROVIDERS + "." + PROVIDER;
      properties.put(PROVIDERS, PROVIDER);
      properties.put(prefix + ".class", KafkaConfigProvider.class.getName());
      properties.put(prefix + ".param." + KafkaConfigProvider.FILE, file.orElseThrow().toString());
      keys.forEach(key -> properties.put(key, "${" + PROVIDER + ":" + key + "}"));
    }
    return properties;
  }

  /** Returns a warning if every user of this machine can read a password; otherwise empty. */
  public Optional<String> warning() {
    if (!hasPassword || !isReadableByAll(file.orElseThrow())) {
      return Optional.empty();
    }
    return Optional.of(
        "%s contains a password, and every user of this machine can read it (chmod 600 %s)"
            .formatted(file.orElseThrow(), file.orElseThrow()));
  }

  /** Returns whether the brokers are expected to use TLS. */
  boolean usesTls() {
    return securityProtocol.toUpperCase(Locale.ROOT).endsWith("SSL");
  }

  /** Returns whether the brokers are expected to ask for a user. */
  boolean usesSasl() {
    return securityProtocol.toUpperCase(Locale.ROOT).startsWith("SASL");
  }

  private static Map<String, PropertiesFile.Entry> entries(Path file, List<String> problems) {
    Map<String, PropertiesFile.Entry> entries = new LinkedHashMap<>();
    try {
      for (PropertiesFile.Entry entry : PropertiesFile.read(file).entries()) {
        Optional<String> refusal = refusal(entry.key());
        PropertiesFile.Entry earlier = entries.get(entry.key());
        if (refusal.isPresent()) {
          problems.add(problem(file, entry, refusal.get()));
        } else if (earlier != null) {
          problems.add(
              problem(file, entry, "line " + earlier.line() + " sets it, too; keep one of them"));
        } else {
          entries.put(entry.key(), entry);
        }
      }
    } catch (IOException e) {
      problems.add("Cannot read " + file + ": " + e.getMessage());
    }
    return entries;
  }

  private static Optional<String> refusal(String key) {
    boolean isKnown = DEFINITION.names().contains(key);
    if (isKnown && (OF_CONNECTION.contains(key) || isSecurity(key))) {
      return Optional.empty();
    }
    if (key.equals(BOOTSTRAP)) {
      return Optional.of("remove it; the command line names the brokers");
    }
    if (key.startsWith(PROVIDERS)) {
      return Optional.of("remove it; ${env:…}, ${file:…} and ${directory:…} work without it");
    }
    boolean isOfClient =
        isKnown
            || ProducerConfig.configNames().contains(key)
            || ConsumerConfig.configNames().contains(key);
    return Optional.of(
        isOfClient
            ? "remove it; Longhaul sets it, and the file may only contain settings of the"
                + " connection, sasl.* and ssl.*"
            : "Kafka's clients have no such setting; check its spelling");
  }

  private static boolean isSecurity(String key) {
    return key.startsWith("sasl.") || key.startsWith("ssl.");
  }

  private static boolean hasSecurity(Map<String, PropertiesFile.Entry> entries) {
    return entries.keySet().stream().anyMatch(KafkaConfig::isSecurity);
  }

  private static void checkValues(
      Path file,
      Map<String, PropertiesFile.Entry> entries,
      Map<String, String> values,
      List<String> problems) {
    for (ConfigValue value : DEFINITION.validate(values)) {
      PropertiesFile.Entry entry = entries.get(value.name());
      if (entry != null && values.containsKey(entry.key())) {
        value.errorMessages().stream()
            .findFirst()
            .ifPresent(message -> problems.add(problem(file, entry, requirement(message))));
      }
    }
    String jaas = values.get(JAAS);
    if (jaas != null && !isValidJaas(jaas)) {
      problems.add(
          problem(
              file,
              requireNonNull(entries.get(JAAS)),
              "a login module that Kafka allows, as in CLASS required KEY=\"VALUE\";"));
    }
  }

  /** Returns the end of Kafka's message, which starts with the value. */
  private static String requirement(String message) {
    int end = message.lastIndexOf(": ");
    return end < 0 ? "Kafka's clients do not accept this value" : message.substring(end + 2);
  }

  /** Kafka's own messages quote the text, which contains a password. */
  private static boolean isValidJaas(String jaas) {
    try {
      JaasContext unused = JaasContext.loadClientContext(Map.of(JAAS, new Password(jaas)));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static boolean isSecret(String key) {
    ConfigDef.ConfigKey known = DEFINITION.configKeys().get(key);
    return known != null && known.type() == ConfigDef.Type.PASSWORD;
  }

  private static boolean isReadableByAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static String problem(Path file, PropertiesFile.Entry entry, String reason) {
    return "Invalid %s, line %d: %s (%s)".formatted(file, entry.line(), entry.key(), reason);
  }
}
