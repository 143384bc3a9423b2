package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A self-signed certificate of {@code localhost}.
 *
 * @param trusted trust store that contains the certificate
 * @param certificate the certificate
 */
public record SelfSigned(Path trusted, X509Certificate certificate, SSLContext serverSide) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  public static SelfSigned make(Path folder) throws Exception {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    // Can be read without a password.
    KeyStore vouchers = KeyStore.getInstance("JKS");
    vouchers.load(null, null);
    vouchers.setCertificateEntry("server", keys.getCertificate("server"));
    Path trusted = folder.resolve("trusted.jks");
    try (OutputStream out = Files.newOutputStream(trusted)) {
      vouchers.store(out, new char[0]);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext serverSide = SSLContext.getInstance("TLS");
    serverSide.init(managers.getKeyManagers(), null, null);
    return new SelfSigned(trusted, (X509Certificate) keys.getCertificate("server"), serverSide);
  }

  public ServerSocket listeningSocket() throws IOException {
    return serverSide
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }
}
