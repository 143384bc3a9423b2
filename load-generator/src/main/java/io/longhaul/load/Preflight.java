package io.longhaul.load;

import io.longhaul.load.endpoint.response.ModelList;
import io.longhaul.load.http.ExchangeEnd;
import io.longhaul.load.http.HttpPort;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.RunPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/**
 * Detects before the load what would make every request fail: a TLS mismatch, a missing API key, or
 * a path or model that the server does not have.
 *
 * <p>Each server gets two inexpensive {@code GET} requests: one for the endpoint's path, which
 * accepts only {@code POST}, and one for the list of models. Only if one of them returns 401, 403
 * or 404, or if the list lacks the model, a short request of the endpoint's kind decides. A slow,
 * busy or broken server passes.
 */
public record Preflight(RunPlan plan, ReadinessProbe probe) {
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  /**
   * Checks one server.
   *
   * @param timeoutNanos timeout of each request
   * @return why requests would fail; empty if nothing was found
   */
  public Optional<PreflightFailure> failure(String url, long timeoutNanos) {
    BufferedResponse path = probe.get(url, probe.path(), timeoutNanos);
    if (path.end().kind() == ExchangeEnd.Kind.TLS_FAILED) {
      return Optional.of(tlsFailed(path.end().message()));
    }
    if (mayBeTls(url, path) && speaksTls(URI.create(url), timeoutNanos)) {
      return Optional.of(
          new PreflightFailure("it speaks TLS", "give its URL with https:// instead of http://"));
    }
    if (isInTime(path)) {
      BufferedResponse list = probe.get(url, ModelList.PATH, timeoutNanos);
      for (String model : plan.request().models()) {
        Optional<PreflightFailure> failure = failure(url, model, path, list, timeoutNanos);
        if (failure.isPresent()) {
          return failure;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<PreflightFailure> failure(
      String url, String model, BufferedResponse path, BufferedResponse list, long timeoutNanos) {
    Optional<List<String>> models =
        list.status() == ReadinessProbe.OK ? ModelList.namesIn(list.text()) : Optional.empty();
    boolean isListed = models.isEmpty() || models.get().contains(model);
    if (isListed && !isSuspicious(path.status()) && !isKeyMissing(list.status())) {
      return Optional.empty();
    }
    BufferedResponse response = probe.infer(url, model, timeoutNanos);
    if (isKeyMissing(response.status())) {
      return Optional.of(
          new PreflightFailure(
              "it returned " + probe.inWords(response), "give a valid key with --api-key"));
    }
    // A 404 may also mean that the endpoint cannot read the body.
    boolean decides = probe.canSendText() || path.status() == NOT_FOUND;
    if (response.status() != NOT_FOUND || !decides) {
      return Optional.empty();
    }
    return Optional.of(
        new PreflightFailure(
            probe.path()
                + " returned "
                + probe.inWords(response)
                + (isListed ? "" : "; " + ModelList.inWords(models.get()) + ", not " + model),
            isListed ? "check --url, --endpoint-type and --custom-endpoint" : "check -m"));
  }

  /**
   * Returns whether the server may expect TLS. TLS servers react to a plain-text request in
   * different ways: most close the connection, some return 400.
   */
  private boolean mayBeTls(String url, BufferedResponse response) {
    return url.startsWith("http://")
        && plan.target().proxy() == null
        && switch (response.end().kind()) {
          case CLOSED_BEFORE_ANSWER, CLOSED_INSIDE_ANSWER, STALE_CONNECTION, BAD_HTTP -> true;
          default -> response.status() == BAD_REQUEST;
        };
  }

  /**
   * Returns whether a TLS handshake with the URL's host and port succeeds, with any certificate.
   * Sends no data over the connection.
   */
  private static boolean speaksTls(URI url, long timeoutNanos) {
    int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
    int port = HttpPort.of(url);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), port), millis);
      socket.setSoTimeout(millis);
      try (SSLSocket tls =
          (SSLSocket)
              ServerTrust.ANY.socketFactory().createSocket(socket, url.getHost(), port, true)) {
        tls.startHandshake();
        return true;
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isInTime(BufferedResponse response) {
    return response.end().kind() != ExchangeEnd.Kind.TIMEOUT;
  }

  private static boolean isSuspicious(int status) {
    return isKeyMissing(status) || status == NOT_FOUND;
  }

  private static boolean isKeyMissing(int status) {
    return status == UNAUTHORIZED || status == FORBIDDEN;
  }

  private static PreflightFailure tlsFailed(String message) {
    if (message.contains("not an SSL/TLS record")) {
      return new PreflightFailure(
          "it does not speak TLS", "give its URL with http:// instead of https://");
    }
    if (message.contains("No name matching") || message.contains("No subject alternative")) {
      return new PreflightFailure(
          "TLS failed: its certificate is for another host: " + message,
          "give --url the name that is in the certificate, or accept any certificate with"
              + " --insecure");
    }
    boolean isUntrusted =
        message.contains("unable to find valid certification path")
            || message.contains("signature check failed");
    return new PreflightFailure(
        isUntrusted
            ? "TLS failed: its certificate is not signed by a trusted authority"
            : "TLS failed: " + message,
        "name the file of its authority with --ca-file, accept any certificate with --insecure, or"
            + " check --url");
  }
}
