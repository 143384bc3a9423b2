package io.longhaul.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of Longhaul. */
final class Version implements IVersionProvider {
  private static final String UNPACKED = "development";

  /** Returns the version in the jar's manifest; {@code development} without a jar. */
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
