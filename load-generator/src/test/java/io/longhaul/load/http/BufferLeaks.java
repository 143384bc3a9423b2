package io.longhaul.load.http;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Collects the reports of Netty's leak detector, from its creation until it is closed. The detector
 * writes to the log, and only when another buffer is allocated after the garbage collector found a
 * leaked one.
 */
final class BufferLeaks implements AutoCloseable {

  private final Logger log = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
  private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

  BufferLeaks() {
    reports.start();
    log.addAppender(reports);
    log.setAdditive(false);
  }

  List<String> found() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      System.gc();
      for (int buffer = 0; buffer < 10; buffer++) {
        ByteBuf made = ByteBufAllocator.DEFAULT.directBuffer(16);
        made.writeByte(1);
        made.release();
      }
    }
    return reports.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    log.setAdditive(true);
    log.detachAppender(reports);
  }
}
