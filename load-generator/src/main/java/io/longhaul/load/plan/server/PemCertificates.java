package io.longhaul.load.plan.server;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes certificates in PEM format. */
public final class PemCertificates {
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----\n";
  private static final String END = "\n-----END CERTIFICATE-----\n";
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN (?:X509 )?CERTIFICATE-----([A-Za-z0-9+/=\\s]*)-----END (?:X509"
              + " )?CERTIFICATE-----");
  private static final int LINE_CHARS = 64;

  private PemCertificates() {}

  /**
   * Reads all certificates of a text and skips keys and comments.
   *
   * @return at least one
   * @throws IllegalArgumentException if the text has no certificate or an invalid one
   */
  public static List<X509Certificate> read(String text) {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      Matcher block = BLOCK.matcher(text);
      while (block.find()) {
        byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded)));
      }
    } catch (CertificateException e) {
      throw new IllegalArgumentException("a certificate cannot be read", e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("there is no certificate");
    }
    return certificates;
  }

  /** Writes certificates, one block each. */
  public static String write(List<X509Certificate> certificates) {
    Base64.Encoder lines =
        Base64.getMimeEncoder(LINE_CHARS, "\n".getBytes(StandardCharsets.US_ASCII));
    StringBuilder text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      try {
        text.append(BEGIN).append(lines.encodeToString(certificate.getEncoded())).append(END);
      } catch (CertificateEncodingException e) {
        throw new IllegalArgumentException("a certificate cannot be written", e);
      }
    }
    return text.toString();
  }
}
