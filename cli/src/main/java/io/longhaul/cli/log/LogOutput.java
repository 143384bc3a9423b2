package io.longhaul.cli.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import io.longhaul.config.value.LogDetail;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Configures the destination and level of the log. Without a destination nothing is logged;
 * messages to users are printed, not logged. Levels of libraries are in {@code logback.xml}.
 */
public final class LogOutput {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level [%thread] %logger{0}: %msg%n";

  /** System property that passes the log level to child processes. */
  public static final String DETAIL_PROPERTY = "longhaul.logDetail";

  private static final String OURS = "io.longhaul";

  private LogOutput() {}

  /**
   * Sets the log level of this process and of children that are started later. Libraries never log
   * below INFO, because they would write headers with API keys.
   */
  public static void setDetail(LogDetail detail) {
    System.setProperty(DETAIL_PROPERTY, detail.word());
    apply(detail);
  }

  private static void apply(LogDetail detail) {
    Level level = Level.valueOf(detail.name());
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    for (Logger logger : context.getLoggerList()) {
      if (logger.getName().equals(OURS)) {
        logger.setLevel(level);
      } else if (logger.getLevel() == Level.INFO && !Level.INFO.isGreaterOrEqual(level)) {
        logger.setLevel(level);
      }
    }
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    if (detail == LogDetail.ERROR) {
      root.setLevel(Level.ERROR);
    } else if (detail.compareTo(LogDetail.INFO) > 0) {
      root.setLevel(Level.INFO);
    }
  }

  /** Directs the log to standard error, as in child processes, whose parent writes it to a file. */
  public static void toStandardError() {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setTarget("System.err");
    direct(appender, Optional.empty());
    LogDetail.of(System.getProperty(DETAIL_PROPERTY, "")).ifPresent(LogOutput::apply);
  }

  /**
   * Appends the log to a file, which is created if missing.
   *
   * @throws IOException if the file cannot be opened, for example because it is a symbolic link
   */
  public static void toFile(Path file) throws IOException {
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    direct(appender, Optional.of(Files.newOutputStream(file, CREATE, APPEND, NOFOLLOW_LINKS)));
  }

  /** Synchronized, because Logback's file appenders check each other when they start. */
  private static synchronized void direct(
      OutputStreamAppender<ILoggingEvent> appender, Optional<OutputStream> out) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.setCharset(UTF_8);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    out.ifPresent(appender::setOutputStream);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(appender);
  }
}
