package io.longhaul.sinks.lake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The registration of the job that writes a lake: the file {@code _jobs/PREFIX.properties}, written
 * when the job is submitted. A coordinator reads the job's consumer group from it, and can thus see
 * in Kafka whether a job reads its log and writes to this lake.
 *
 * @param consumerGroup unique for this lake and topic prefix; shared by all jobs that continue one
 *     another
 * @param checkpointInterval how often the job commits its offsets
 */
public record JobRegistration(String consumerGroup, Duration checkpointInterval) {
  /** The prefix of all consumer groups, for use in an ACL. */
  public static final String GROUP_PREFIX = "longhaul-pipeline";

  private static final String FOLDER = "_jobs";
  private static final String SUFFIX = ".properties";
  private static final String GROUP = "consumer.group";
  private static final String INTERVAL = "checkpoint.seconds";
  private static final int GROUP_DIGITS = 12;

  /**
   * Registers a job that is about to be submitted.
   *
   * @param topicPrefix prefix of the topics that the job reads
   */
  public static JobRegistration register(Lake lake, String topicPrefix, Duration checkpointInterval)
      throws IOException {
    String group =
        find(lake, topicPrefix)
            .map(JobRegistration::consumerGroup)
            .orElseGet(JobRegistration::newGroup);
    JobRegistration registration = new JobRegistration(group, checkpointInterval);
    registration.write(file(lake, topicPrefix));
    return registration;
  }

  /** Returns the job that was last submitted for these topics; empty if there was none. */
  public static Optional<JobRegistration> find(Lake lake, String topicPrefix) throws IOException {
    Path file = file(lake, topicPrefix);
    Properties values = new Properties();
    try {
      values.load(new StringReader(Files.readString(file, UTF_8)));
      return Optional.of(
          new JobRegistration(
              values.getProperty(GROUP),
              Duration.ofSeconds(Long.parseLong(values.getProperty(INTERVAL)))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns the sorted prefixes of topics for which jobs were submitted with this lake. */
  public static List<String> topicPrefixes(Lake lake) throws IOException {
    Path folder = lake.folder().resolve(FOLDER);
    if (!ObjectStores.isFolder(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith(".") && name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  private static String newGroup() {
    String digits = UUID.randomUUID().toString().replace("-", "");
    return GROUP_PREFIX + "-" + digits.substring(0, GROUP_DIGITS);
  }

  private static Path file(Lake lake, String topicPrefix) {
    return lake.folder().resolve(FOLDER).resolve(topicPrefix + SUFFIX);
  }

  private void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
    Files.writeString(
        draft,
        "# The job that writes this lake; written when it was submitted.\n"
            + (GROUP + "=" + consumerGroup + "\n")
            + (INTERVAL + "=" + checkpointInterval.toSeconds() + "\n"),
        UTF_8);
    Files.move(draft, file, ATOMIC_MOVE);
  }
}
