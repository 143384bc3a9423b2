package io.longhaul.cli.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An authority, created with the JDK's keytool, that signs certificates for a test. */
public final class TestCertificates {
  private final Path folder;
  private final String password;

  private TestCertificates(Path folder, String password) {
    this.folder = folder;
    this.password = password;
  }

  /**
   * Creates the authority.
   *
   * @param folder takes all files
   * @param password of every key store
   */
  public static TestCertificates create(Path folder, String password) throws Exception {
    Files.createDirectories(folder);
    TestCertificates certificates = new TestCertificates(folder, password);
    certificates.generate("ca", "CN=authority of " + folder.getFileName(), List.of("-ext", "bc:c"));
    certificates.run(
        "ca", "-exportcert", "-alias", "ca", "-rfc", "-file", certificates.authority().toString());
    return certificates;
  }

  /** Returns the certificate of the authority. */
  public Path authority() {
    return folder.resolve("ca.pem");
  }

  /**
   * Creates a signed certificate, unless there is one with this name.
   *
   * @param name of the key store's file
   * @param subject such as {@code CN=client}
   * @param alternativeName such as {@code ip:127.0.0.1}
   * @param expired whether it was valid only in the past
   * @return a PKCS12 key store
   */
  public Path sign(String name, String subject, String alternativeName, boolean expired)
      throws Exception {
    Path store = folder.resolve(name + ".p12");
    if (Files.exists(store)) {
      return store;
    }
    generate(name, subject, List.of());
    run(name, "-certreq", "-alias", name, "-file", file(name + ".csr"));
    List<String> request =
        new ArrayList<>(
            List.of(
                "-gencert",
                "-alias",
                "ca",
                "-rfc",
                "-infile",
                file(name + ".csr"),
                "-outfile",
                file(name + ".pem"),
                "-ext",
                "san=" + alternativeName));
    request.addAll(
        expired ? List.of("-startdate", "-10d", "-validity", "5") : List.of("-validity", "2"));
    run("ca", request.toArray(String[]::new));
    run(name, "-importcert", "-noprompt", "-alias", "ca", "-file", authority().toString());
    run(name, "-importcert", "-noprompt", "-alias", name, "-file", file(name + ".pem"));
    return store;
  }

  private void generate(String name, String subject, List<String> more) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                subject,
                "-validity",
                "2"));
    words.addAll(more);
    run(name, words.toArray(String[]::new));
  }

  private void run(String store, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(
        List.of(
            "-keystore",
            file(store + ".p12"),
            "-storetype",
            "PKCS12",
            "-storepass:env",
            "STORE_PASSWORD"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("STORE_PASSWORD", password);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed: " + printed);
    }
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }
}
