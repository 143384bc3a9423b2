package io.longhaul.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version of Longhaul, and the commit from which it was built. */
final class Version implements IVersionProvider {
  private static final String UNPACKED = "development";

  /** The build writes this file; without Git's folder, it does not. */
  private static final String COMMIT_FILE = "commit.properties";

  private static final String COMMIT = "git.commit.id.abbrev";

  /** Whether the build contained changes that were not in the commit. */
  private static final String CHANGED = "git.dirty";

  /** Returns the version in the jar's manifest; {@code development} without a jar. */
  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse(UNPACKED);
  }

  /** Returns {@code commit a1b2c3d4e5f6}, or {@code commit unknown} without a file. */
  static String commit(@Nullable InputStream file) throws IOException {
    Properties properties = new Properties();
    if (file != null) {
      properties.load(file);
    }
    String commit = properties.getProperty(COMMIT, "unknown");
    boolean changed = Boolean.parseBoolean(properties.getProperty(CHANGED));
    return "commit " + commit + (changed ? " with changes" : "");
  }

  @Override
  public String[] getVersion() {
    try (InputStream file = Version.class.getResourceAsStream(COMMIT_FILE)) {
      return new String[] {
        "Longhaul " + text() + ", " + commit(file),
        "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name")
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
