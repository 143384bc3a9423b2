package io.longhaul.config.value;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.longhaul.config.binding.OptionProblems;
import io.longhaul.load.plan.server.PemCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file with the certificate authorities that are trusted. */
public final class CaFile {
  public static final String OPTION = "--ca-file";
  public static final String INSECURE = "--insecure";

  /**
   * Plans with certificates are sent as messages. All authorities of a system need half of this.
   */
  private static final long MOST_BYTES = 512 << 10;

  private CaFile() {}

  /**
   * Reads the certificates of the file.
   *
   * @param file the file, or null
   * @param insecure whether every certificate is accepted
   * @return empty if no file was given, or after a problem
   */
  public static List<X509Certificate> read(
      @Nullable String file, boolean insecure, OptionProblems problems) {
    if (file == null) {
      return List.of();
    }
    if (insecure) {
      problems.invalid(OPTION, file, "not with " + INSECURE + ", which accepts any certificate");
    }
    return read(OPTION, file, problems);
  }

  /**
   * Reads the certificates of a file that another option or a variable names.
   *
   * @param option name of it in messages
   * @return empty after a problem
   */
  static List<X509Certificate> read(String option, String file, OptionProblems problems) {
    try {
      Path path = Path.of(file);
      if (Files.size(path) > MOST_BYTES) {
        problems.invalid(option, file, "at most " + (MOST_BYTES >> 10) + " KiB");
        return List.of();
      }
      return PemCertificates.read(Files.readString(path, ISO_8859_1));
    } catch (NoSuchFileException e) {
      problems.invalid(option, file, "there is no such file");
    } catch (IOException | IllegalArgumentException e) {
      problems.invalid(option, file, "a PEM file with at least one certificate");
    }
    return List.of();
  }
}
