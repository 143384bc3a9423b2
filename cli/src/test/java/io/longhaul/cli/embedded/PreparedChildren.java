package io.longhaul.cli.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Child JVMs of integration tests start as fast as those of the launcher: with the class data
 * archive that the launcher has prepared. An archive belongs to a class path, so the jar of the
 * commands comes first in theirs. JUnit finds this extension through {@code META-INF/services}.
 */
public final class PreparedChildren implements BeforeAllCallback {
  /** Path of the jar of the commands in the folder of the build; only integration tests have it. */
  private static final String JAR = "longhaul.jar";

  private static final String ARCHIVE = "longhaul.archive";
  private static final String CLASS_PATH = "java.class.path";

  @Override
  public void beforeAll(ExtensionContext context) {
    String jar = System.getProperty(JAR);
    if (jar == null || System.getProperty(ARCHIVE) != null) {
      return;
    }
    Path archive = Path.of(jar).resolveSibling("../classes.jsa").normalize();
    if (Files.exists(archive)) {
      System.setProperty(ARCHIVE, archive.toString());
      System.setProperty(CLASS_PATH, jar + File.pathSeparator + System.getProperty(CLASS_PATH, ""));
    }
  }
}
