package io.longhaul.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Which Longhaul this is. */
final class Version implements IVersionProvider {
  private static final String UNPACKED = "development";

  /** As the jar's manifest tells it; runs from class files have none. */
  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse(UNPACKED);
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "Longhaul " + text(),
      "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name")
    };
  }
}
