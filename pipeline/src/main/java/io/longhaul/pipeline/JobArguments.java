package io.longhaul.pipeline;

import static java.util.Objects.requireNonNull;

import io.longhaul.schema.Names;
import io.longhaul.schema.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * The arguments with which the job is submitted to a cluster.
 *
 * @param bootstrap brokers as host:port, separated by commas
 * @param lake folder that every TaskManager can write
 * @param checkpoints folder or URI that Flink supports
 * @param from URI of the savepoint or checkpoint that the user named; if empty, the job looks up
 *     the newest
 * @param kafka additional properties of the Kafka clients, such as security
 */
record JobArguments(
    String bootstrap,
    Topics topics,
    Path lake,
    String checkpoints,
    Duration checkpointInterval,
    Optional<String> from,
    int parallelism,
    Properties kafka) {

  static final String USAGE =
      """
      Arguments of the Longhaul job:
        --bootstrap HOST:PORT[,…]       brokers
        --lake FOLDER                   folder of the lake; shared by all TaskManagers
        --checkpoints FOLDER|URI        folder of the checkpoints; shared by all TaskManagers
        --from FOLDER|URI               savepoint or checkpoint to restore; default: the newest
        --topic-prefix PREFIX           default: longhaul
        --checkpoint-seconds N          default: 60; the job commits files to the lake at this interval
        --parallelism N                 default: 1
        --kafka-property KEY=VALUE      property of the Kafka clients; can be repeated\
      """;

  private static final String KAFKA_PROPERTY = "--kafka-property";
  private static final Set<String> NAMES =
      Set.of(
          "--bootstrap",
          "--lake",
          "--checkpoints",
          "--from",
          "--topic-prefix",
          "--checkpoint-seconds",
          "--parallelism",
          KAFKA_PROPERTY);

  /**
   * Parses a command line.
   *
   * @throws IllegalArgumentException if an argument is invalid; the message lists all problems and
   *     the usage
   */
  static JobArguments parse(String... words) {
    List<String> problems = new ArrayList<>();
    Properties kafka = new Properties();
    Map<String, String> values = parseWords(words, kafka, problems);
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
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems) + "\n" + USAGE);
    }
    return new JobArguments(
        requireNonNull(values.get("--bootstrap")),
        new Topics(prefix),
        Path.of(requireNonNull(values.get("--lake"))),
        uri(requireNonNull(values.get("--checkpoints"))),
        Duration.ofSeconds(seconds),
        Optional.ofNullable(values.get("--from")).map(JobArguments::uri),
        parallelism,
        kafka);
  }

  /** Returns the URI of a folder, because Flink requires a scheme. */
  static String uri(String folder) {
    return folder.contains(":/") ? folder : JobConfiguration.uriOf(Path.of(folder));
  }

  private static Map<String, String> parseWords(
      String[] words, Properties kafka, List<String> problems) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      String name = words[i];
      if (!NAMES.contains(name)) {
        problems.add("Unknown argument: " + name);
      } else if (i + 1 == words.length) {
        problems.add("Missing value: " + name);
      } else if (name.equals(KAFKA_PROPERTY)) {
        addProperty(words[i + 1], kafka, problems);
      } else if (values.put(name, words[i + 1]) != null) {
        problems.add("Invalid argument: " + name + " is given twice (give it once)");
      }
    }
    return values;
  }

  private static void addProperty(String word, Properties kafka, List<String> problems) {
    int equals = word.indexOf('=');
    if (equals <= 0) {
      problems.add("Invalid " + KAFKA_PROPERTY + ": " + word + " (KEY=VALUE)");
    } else {
      kafka.setProperty(word.substring(0, equals), word.substring(equals + 1));
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
