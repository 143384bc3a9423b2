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
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Directs the log. Until told where to, nothing is written: what a person should see is printed,
 * not logged. How loud each library is stands in {@code logback.xml}.
 */
public final class LogOutput {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level [%thread] %logger{0}: %msg%n";

  /** System property by which children are told how much to tell. */
  public static final String DETAIL_PROPERTY = "longhaul.logDetail";

  private static final String OURS = "io.longhaul";

  private LogOutput() {}

  /**
   * From now on the log tells so much, here and in children that are started later. Libraries never
   * tell more than INFO: with more they would write down headers, and keys in them.
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

  /** From now on, into standard error: what children do, whose parent keeps it in a file. */
  public static void toStandardError() {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setTarget("System.err");
    direct(appender, Optional.empty());
    LogDetail.of(System.getProperty(DETAIL_PROPERTY, "")).ifPresent(LogOutput::apply);
  }

  /**
   * From now on, to the end of this file, which is made when missing.
   *
   * @throws IOException when it cannot be opened; a link is not followed
   */
  public static void toFile(Path file) throws IOException {
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    direct(appender, Optional.of(Files.newOutputStream(file, CREATE, APPEND, NOFOLLOW_LINKS)));
  }

  /** One at a time: Logback's appenders of files look at each other when they start. */
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
