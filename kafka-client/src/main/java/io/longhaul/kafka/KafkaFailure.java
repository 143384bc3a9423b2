package io.longhaul.kafka;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.jspecify.annotations.Nullable;

/**
 * Why Kafka cannot be used.
 *
 * @param isPermanent whether the user must change something; otherwise the brokers may answer later
 * @param sentence for the user, with reason and remedy
 */
public record KafkaFailure(boolean isPermanent, String sentence) {
  private static final String ACL_PAGE = "docs/running-distributed.md lists those of each process";

  /** Deeper causes only describe internals. */
  private static final int MOST_MESSAGES = 2;

  /** The class that Java adds to the message of a cause. */
  static final Pattern CLASS_NAME = Pattern.compile("^[\\w.$]+(Exception|Error): ");

  static KafkaFailure of(KafkaConnection connection, Throwable failure) {
    List<Throwable> causes = causes(failure);
    Optional<KafkaFailure> refused = refusal(connection, causes);
    if (refused.isPresent()) {
      return refused.get();
    }
    boolean isTransient =
        causes.stream()
            .anyMatch(
                each ->
                    each instanceof RetriableException
                        || each instanceof java.util.concurrent.TimeoutException);
    if (isTransient) {
      return unreachable(connection, causes.get(causes.size() - 1));
    }
    String reason = messages(causes);
    if (reason.contains("No resolvable bootstrap urls")) {
      return new KafkaFailure(
          true,
          "Cannot reach Kafka at %s: the host name cannot be resolved (is the address right?)"
              .formatted(connection.bootstrapServers()));
    }
    return new KafkaFailure(
        true,
        "Cannot connect to Kafka at %s: %s (check %s)"
            .formatted(connection.bootstrapServers(), reason, settings(connection)));
  }

  static KafkaFailure lacks(KafkaConnection connection, List<String> permissions) {
    return refused(
        connection,
        "this user lacks " + String.join(", ", permissions),
        "add these ACLs; " + ACL_PAGE);
  }

  private static Optional<KafkaFailure> refusal(
      KafkaConnection connection, List<Throwable> causes) {
    for (Throwable cause : causes) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof AuthorizationException) {
        return Optional.of(refused(connection, message, "add the missing ACLs; " + ACL_PAGE));
      }
      if (cause instanceof SslAuthenticationException || cause instanceof SSLException) {
        return Optional.of(tls(connection, causes));
      }
      if (cause instanceof UnsupportedSaslMechanismException
          || cause instanceof IllegalSaslStateException) {
        return Optional.of(
            refused(
                connection,
                message,
                "check security.protocol and sasl.mechanism in " + settings(connection)));
      }
      if (cause instanceof AuthenticationException) {
        return Optional.of(
            refused(connection, message, "check user and password in " + settings(connection)));
      }
    }
    return Optional.empty();
  }

  private static KafkaFailure tls(KafkaConnection connection, List<Throwable> causes) {
    String settings = settings(connection);
    for (Throwable cause : causes) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof CertificateExpiredException
          || cause instanceof CertificateNotYetValidException) {
        return tls(
            connection,
            "its certificate is not valid now: " + message,
            "renew it, or check this machine's clock");
      }
      if (message.startsWith("No subject alternative") || message.startsWith("No name matching")) {
        return tls(
            connection,
            "its certificate is for another host: " + message,
            "use a host name that the certificate contains, also in the brokers'"
                + " advertised.listeners");
      }
    }
    boolean isUntrusted =
        causes.stream()
            .anyMatch(
                each ->
                    each instanceof CertPathValidatorException
                        || each instanceof CertPathBuilderException);
    if (isUntrusted) {
      return tls(
          connection,
          "its certificate is not signed by a trusted authority",
          "set ssl.truststore.location or ssl.truststore.certificates in "
              + settings
              + " to the authority of the brokers");
    }
    String root = message(causes.get(causes.size() - 1));
    return root.contains("fatal alert")
        ? tls(
            connection,
            "it does not accept this client's certificate: " + root,
            "set ssl.keystore.* in " + settings + " to a certificate that the brokers trust")
        : tls(connection, root, "check ssl.* in " + settings);
  }

  private static KafkaFailure tls(KafkaConnection connection, String reason, String remedy) {
    return refused(connection, "TLS failed: " + reason, remedy);
  }

  private static KafkaFailure unreachable(KafkaConnection connection, Throwable cause) {
    Optional<BrokerPort> open = BrokerPort.firstOpen(connection.bootstrapServers());
    KafkaConfig config = connection.config();
    BrokerPort.Answer wrong =
        config.usesTls() ? BrokerPort.Answer.PLAIN_TEXT : BrokerPort.Answer.TLS;
    if (open.isPresent() && open.get().answer() == wrong) {
      return refused(
          connection,
          "%s %s TLS, but security.protocol is %s"
              .formatted(
                  open.get().address(),
                  config.usesTls() ? "does not use" : "uses",
                  config.securityProtocol()),
          config.usesTls()
              ? "use the brokers' port for TLS, or change it in " + settings(connection)
              : "set SSL or SASL_SSL in " + settings(connection));
    }
    if (open.isPresent() && !config.usesSasl()) {
      return new KafkaFailure(
          false,
          "Cannot reach Kafka at %s: it accepts connections but does not answer (is it overloaded, or does it require %s, with --kafka-config?)"
              .formatted(
                  connection.bootstrapServers(),
                  config.usesTls() ? "SASL_SSL or a client certificate" : "SASL"));
    }
    return new KafkaFailure(
        false,
        "Cannot reach Kafka at %s: %s (is it running, and is the address right?)"
            .formatted(
                connection.bootstrapServers(),
                cause.getMessage() == null ? "no answer in time" : message(cause)));
  }

  private static KafkaFailure refused(KafkaConnection connection, String reason, String remedy) {
    return new KafkaFailure(
        true,
        "Cannot use Kafka at %s: %s (%s)"
            .formatted(connection.bootstrapServers(), withoutPeriod(reason), remedy));
  }

  private static String settings(KafkaConnection connection) {
    return connection.config().file().map(Object::toString).orElse("a file for --kafka-config");
  }

  /** Returns the failure and its causes, the root cause last. */
  private static List<Throwable> causes(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> causes = new ArrayList<>();
    for (@Nullable Throwable cause = failure; cause != null && seen.add(cause); ) {
      causes.add(cause);
      cause = cause.getCause();
    }
    return causes;
  }

  /** Joins the messages that Kafka spreads over several causes. */
  private static String messages(List<Throwable> causes) {
    List<String> messages = new ArrayList<>();
    for (Throwable cause : causes) {
      String message = message(cause);
      boolean isGeneral = cause.getCause() != null && message.startsWith("Failed to c");
      if (!isGeneral && messages.stream().noneMatch(each -> each.contains(message))) {
        messages.add(message);
      }
    }
    return String.join(": ", messages.subList(0, Math.min(MOST_MESSAGES, messages.size())));
  }

  private static String message(Throwable cause) {
    String first = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return withoutPeriod(CLASS_NAME.matcher(first).replaceFirst(""));
  }

  private static String withoutPeriod(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
