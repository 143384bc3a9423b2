package io.longhaul.load.plan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.http.SelfSigned;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.RunPlanJson;
import io.longhaul.load.plan.check.InvalidPlanException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemCertificatesTest {
  @TempDir Path folder;

  @Test
  void certificatesAreReadAsTheyWereWritten() throws Exception {
    X509Certificate certificate = SelfSigned.make(folder).certificate();

    String text = PemCertificates.write(List.of(certificate, certificate));

    assertThat(text.lines())
        .startsWith("-----BEGIN CERTIFICATE-----")
        .endsWith("-----END CERTIFICATE-----")
        .allMatch(line -> line.length() <= 64);
    assertThat(PemCertificates.read(text)).containsExactly(certificate, certificate);
  }

  @Test
  void keysAndCommentsAreSkipped() throws Exception {
    X509Certificate certificate = SelfSigned.make(folder).certificate();
    String text =
        "# our authority\r\n-----BEGIN PRIVATE KEY-----\r\nAAAA\r\n-----END PRIVATE KEY-----\r\n"
            + PemCertificates.write(List.of(certificate)).replace("\n", "\r\n");

    List<X509Certificate> read = PemCertificates.read(text);

    assertThat(read).containsExactly(certificate);
    assertThat(PemCertificates.write(read)).doesNotContain("PRIVATE");
  }

  @Test
  void aTextWithoutACertificateIsRejected() {
    assertThatThrownBy(() -> PemCertificates.read("certificate"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no certificate");
    assertThatThrownBy(
            () ->
                PemCertificates.read(
                    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a certificate cannot be read");
  }

  @Test
  void aPlanContainsCertificates() throws Exception {
    String text = PemCertificates.write(List.of(SelfSigned.make(folder).certificate()));
    RunPlan plan = RunPlanBuilder.plan("run-1").model("m").caCertificates(text).build();

    assertThat(RunPlanJson.fromJson(RunPlanJson.toJson(plan))).isEqualTo(plan);
    assertThatThrownBy(() -> RunPlanBuilder.plan("run-1").model("m").caCertificates("x").build())
        .isInstanceOf(InvalidPlanException.class)
        .hasMessageContaining(
            "Invalid CA certificates: there is no certificate (at least one certificate as PEM)");
  }
}
