package io.longhaul.sinks.store;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.apache.flink.core.plugin.DefaultPluginManager;
import org.apache.flink.core.plugin.DirectoryBasedPluginFinder;
import org.apache.flink.core.plugin.PluginManager;
import org.jspecify.annotations.Nullable;

/**
 * Flink's file systems of object stores. They are plugins: jars with class loaders of their own, in
 * folders such as {@code plugins/s3}. A process of a Flink cluster has loaded them itself; any
 * other process loads them when it first accesses a store.
 */
final class StoreClients {
  /** Path of the folder {@code plugins}, which the launchers set. */
  static final String FOLDER_PROPERTY = "longhaul.plugins";

  private static final String FOLDER_VARIABLE = "FLINK_PLUGINS_DIR";
  private static final String CONFIGURATION_VARIABLE = "FLINK_CONF_DIR";

  private static boolean loaded;

  private StoreClients() {}

  /**
   * Returns the file system of a bucket.
   *
   * @throws IOException if no plugin supports the store; the message states where to install it
   */
  static FileSystem of(URI bucket) throws IOException {
    loadOnce();
    try {
      return FileSystem.get(bucket);
    } catch (UnsupportedFileSystemSchemeException e) {
      throw new StoreException(
          bucket.toString(),
          "no file system for %s is installed (%s)"
              .formatted(bucket.getScheme(), installation(bucket.getScheme())));
    }
  }

  private static String installation(String scheme) {
    String folder =
        pluginFolder()
            .map(plugins -> plugins.resolve(scheme).toString())
            .orElse("plugins/" + scheme);
    return scheme.equals("s3")
        ? "store flink-s3-fs-native-2.3.0.jar of org.apache.flink, from Maven Central, in " + folder
        : "store Flink's file system for it in " + folder;
  }

  private static Optional<Path> pluginFolder() {
    return Optional.ofNullable(System.getenv(FOLDER_VARIABLE))
        .or(() -> Optional.ofNullable(System.getProperty(FOLDER_PROPERTY)))
        .map(Path::of);
  }

  private static synchronized void loadOnce() throws IOException {
    if (loaded || System.getProperty(FOLDER_PROPERTY) == null) {
      return;
    }
    Configuration settings = settings(System.getenv());
    FileSystem.initialize(settings, plugins(settings));
    loaded = true;
  }

  private static @Nullable PluginManager plugins(Configuration settings) throws IOException {
    Optional<Path> folder = pluginFolder().filter(Files::isDirectory);
    if (folder.isEmpty() || isEmpty(folder.get())) {
      return null;
    }
    return new DefaultPluginManager(
        new DirectoryBasedPluginFinder(folder.get()).findPlugins(),
        CoreOptions.getPluginParentFirstLoaderPatterns(settings));
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.noneMatch(Files::isDirectory);
    }
  }

  /**
   * Returns the settings of the clients: those of Flink's configuration, if there is one, and what
   * AWS's own tools read from the environment. Credentials are not among them: the clients find
   * them in the usual places.
   *
   * @throws IOException if Flink's configuration cannot be read
   */
  static Configuration settings(Map<String, String> environment) throws IOException {
    Configuration settings = configured(environment);
    withDefault(settings, "s3.retry.max-num-retries", "5");
    withDefault(settings, "s3.connection.timeout", "10 s");
    withDefault(settings, "s3.socket.timeout", "30 s");
    Optional<String> endpoint = first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
    Optional<String> region = first(environment, "AWS_REGION", "AWS_DEFAULT_REGION");
    if (endpoint.isPresent()) {
      withDefault(settings, "s3.endpoint", endpoint.get());
      // Other servers than Amazon's often have neither names for each bucket nor its extensions.
      if (!settings.containsKey("s3.path.style.access")) {
        withDefault(settings, "s3.path-style-access", "true");
      }
      withDefault(settings, "s3.chunked-encoding.enabled", "false");
      withDefault(settings, "s3.checksum-validation.enabled", "false");
    }
    region
        .or(() -> endpoint.map(any -> "us-east-1"))
        .ifPresent(name -> withDefault(settings, "s3.region", name));
    return settings;
  }

  private static Configuration configured(Map<String, String> environment) throws IOException {
    Optional<String> folder = first(environment, CONFIGURATION_VARIABLE);
    try {
      return folder.map(GlobalConfiguration::loadConfiguration).orElseGet(Configuration::new);
    } catch (RuntimeException e) {
      throw new IOException(
          "Cannot read Flink's configuration in %s: %s"
              .formatted(folder.orElse(""), e.getMessage()),
          e);
    }
  }

  private static Optional<String> first(Map<String, String> environment, String... names) {
    return Stream.of(names)
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isBlank())
        .findFirst();
  }

  private static void withDefault(Configuration settings, String option, String value) {
    if (!settings.containsKey(option)) {
      settings.setString(option, value);
    }
  }
}
