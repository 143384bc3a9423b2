package io.longhaul.pipeline;

import static java.util.Objects.requireNonNull;

import io.longhaul.kafka.InvalidKafkaConfigException;
import io.longhaul.kafka.KafkaConfig;
import io.longhaul.kafka.KafkaConnection;
import io.longhaul.kafka.KeepLog;
import io.longhaul.kafka.SchemaRegistry;
import io.longhaul.schema.Names;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.util.TimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * The arguments with which the job is submitted to a cluster.
 *
 * @param kafka how Kafka's clients connect
 * @param lake folder that every TaskManager can write
 * @param checkpoints folder or URI that Flink supports
 * @param from URI of the savepoint or checkpoint that the user named; if empty, the job looks up
 *     the newest
 * @param keepLog how long every record of the log is kept; empty to keep all records
 * @param schemaRegistry registers the schema of the topic of slices; empty for none
 */
record JobArguments(
    KafkaConnection kafka,
    Topics topics,
    Path lake,
    String checkpoints,
    Duration checkpointInterval,
    Optional<String> from,
    Optional<Duration> keepLog,
    Optional<SchemaRegistry> schemaRegistry,
    int parallelism) {

  static final String USAGE =
      """
      Arguments of the Longhaul job:
        --bootstrap HOST:PORT[,…]       brokers
        --lake FOLDER                   folder or URI of the lake; shared by all TaskManagers
        --checkpoints FOLDER|URI        folder of the checkpoints; shared by all TaskManagers
        --from FOLDER|URI               savepoint or checkpoint to restore; default: the newest
        --topic-prefix PREFIX           default: longhaul
        --checkpoint-seconds N          default: 60; the job commits files to the lake at this interval
        --parallelism N                 default: 1
        --keep-log DURATION|all         default: 24h; older records of the log are deleted when no
                                        checkpoint, savepoint or other job needs them
        --kafka-config FILE             settings of Kafka's clients for TLS and passwords; the same path
                                        on this machine, the JobManager and the TaskManagers
        --schema-registry URL           registry for the schema of the topic of slices; each record
                                        then has the ID of its schema in a header\
      """;

  private static final String KAFKA_CONFIG = "--kafka-config";
  private static final Set<String> NAMES =
      Set.of(
          "--bootstrap",
          "--lake",
          "--checkpoints",
          "--from",
          "--topic-prefix",
          "--checkpoint-seconds",
          "--parallelism",
          KeepLog.OPTION,
          KAFKA_CONFIG,
          SchemaRegistry.OPTION);

  /**
   * Parses a command line.
   *
   * @throws IllegalArgumentException if an argument is invalid; the message lists all problems and
   *     the usage
   */
  static JobArguments parse(String... words) {
    List<String> problems = new ArrayList<>();
    Map<String, String> values = parseWords(words, problems);
    for (String needed : List.of("--bootstrap", "--lake", "--checkpoints")) {
      if (!values.containsKey(needed)) {
        problems.add("Missing argument: " + needed);
      }
    }
    String prefix = values.getOrDefault("--topic-prefix", Topics.DEFAULT_PREFIX);
    if (!Names.isValid(prefix)) {
      problems.add("Invalid --topic-prefix: " + prefix + " (letters, digits, '.', '_', '-')");
    }
    int seconds = number(values, "--checkpoint-seconds", 60, 86_400, problems);
    int parallelism = number(values, "--parallelism", 1, ProfileJob.MAX_PARALLELISM, problems);
    Path lake = lake(values.get("--lake"), problems);
    Optional<Duration> keepLog = keepLog(values.get(KeepLog.OPTION), problems);
    KafkaConfig kafka = kafkaConfig(values.get(KAFKA_CONFIG), problems);
    Optional<SchemaRegistry> registry = registry(values.get(SchemaRegistry.OPTION), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems) + "\n" + USAGE);
    }
    return new JobArguments(
        new KafkaConnection(requireNonNull(values.get("--bootstrap")), kafka),
        new Topics(prefix),
        lake,
        uri(requireNonNull(values.get("--checkpoints"))),
        Duration.ofSeconds(seconds),
        Optional.ofNullable(values.get("--from")).map(JobArguments::uri),
        keepLog,
        registry,
        parallelism);
  }

  /** Returns the URI of a folder, because Flink requires a scheme. */
  static String uri(String folder) {
    return folder.contains(":/") ? folder : JobConfiguration.uriOf(Path.of(folder));
  }

  private static Map<String, String> parseWords(String[] words, List<String> problems) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      String name = words[i];
      if (!NAMES.contains(name)) {
        problems.add("Unknown argument: " + name);
      } else if (i + 1 == words.length) {
        problems.add("Missing value: " + name);
      } else if (values.put(name, words[i + 1]) != null) {
        problems.add("Invalid argument: " + name + " is given twice (give it once)");
      }
    }
    return values;
  }

  private static Path lake(@Nullable String text, List<String> problems) {
    String folder = text == null ? "" : text;
    Optional<Path> lake = ObjectStores.parsed(folder);
    if (lake.isEmpty()) {
      problems.add("Invalid --lake: %s (%s)".formatted(folder, ObjectStores.WANTED));
    }
    return lake.orElse(Path.of(""));
  }

  private static Optional<Duration> keepLog(@Nullable String text, List<String> problems) {
    if (text == null) {
      return Optional.of(KeepLog.DEFAULT);
    }
    if (text.equals(KeepLog.ALL)) {
      return Optional.empty();
    }
    try {
      boolean hasUnit = text.matches("[0-9]+ *[a-z]+");
      Duration keep = hasUnit ? TimeUtils.parseDuration(text) : Duration.ZERO;
      if (keep.compareTo(KeepLog.LEAST) >= 0) {
        return Optional.of(keep);
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    problems.add(
        "Invalid %s: %s (10min or more, as in 24h or 7d, or all)".formatted(KeepLog.OPTION, text));
    return Optional.empty();
  }

  private static KafkaConfig kafkaConfig(@Nullable String file, List<String> problems) {
    if (file == null) {
      return KafkaConfig.NONE;
    }
    try {
      return KafkaConfig.read(Path.of(file));
    } catch (InvalidKafkaConfigException e) {
      problems.addAll(e.problems());
      return KafkaConfig.NONE;
    }
  }

  private static Optional<SchemaRegistry> registry(@Nullable String url, List<String> problems) {
    if (url == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(SchemaRegistry.of(url, System.getenv()));
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static int number(
      Map<String, String> values, String name, int defaultValue, int max, List<String> problems) {
    String text = values.getOrDefault(name, Integer.toString(defaultValue));
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, with the range
    }
    problems.add("Invalid %s: %s (a number from 1 to %d)".formatted(name, text, max));
    return defaultValue;
  }
}
