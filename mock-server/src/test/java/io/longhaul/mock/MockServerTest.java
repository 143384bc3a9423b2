package io.longhaul.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MockServerTest {
  @TempDir private Path folder;

  @Test
  void everyTimedFaultCanBeRequested() throws Exception {
    try (MockServer server = MockServer.start(MockServerOptions.builder().build())) {
      CompletableFuture<String> thread = new CompletableFuture<>();
      server.onLoop(() -> thread.complete(Thread.currentThread().getName()));

      assertThat(thread.get(20, TimeUnit.SECONDS)).startsWith("mock-llm");
    }
  }

  @Test
  void tlsSupportsBothVersionsOfHttp() throws Exception {
    Path certificate = file("localhost.pem");
    try (MockServer server =
        MockServer.start(
            MockServerOptions.builder().tls(certificate, file("localhost-key.pem")).build())) {
      HttpClient client = HttpClient.newBuilder().sslContext(trusting(certificate)).build();
      URI models = URI.create("https://localhost:" + server.llmPort() + "/v1/models");

      for (Version version : Version.values()) {
        HttpResponse<String> response =
            client.send(
                HttpRequest.newBuilder(models).version(version).build(), BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(version);
        assertThat(response.body()).contains("mock-model");
      }
    }
  }

  @Test
  void anInvalidKeyIsRejected() throws Exception {
    Path certificate = file("localhost.pem");
    MockServerOptions options = MockServerOptions.builder().tls(certificate, certificate).build();

    assertThatThrownBy(() -> MockServer.start(options))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot serve TLS with " + certificate)
        .hasMessageEndingWith("(a certificate and its key, both PEM)");
    assertThatThrownBy(
            () -> MockServerOptions.builder().tls(certificate, folder.resolve("none")).build())
        .isInstanceOf(InvalidMockServerOptions.class)
        .hasMessageContaining("Invalid key: " + folder.resolve("none") + " (a PEM file)");
  }

  private static SSLContext trusting(Path certificate) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      trusted.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private Path file(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream in = MockServerTest.class.getResourceAsStream(name)) {
      Files.write(copy, in.readAllBytes());
    }
    return copy;
  }
}
