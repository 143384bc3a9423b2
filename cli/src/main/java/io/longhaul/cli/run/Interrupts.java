package io.longhaul.cli.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts Ctrl-C and termination signals: the handler receives the first two, the third ends the
 * process immediately. A closed terminal (SIGHUP) counts once, however often it is signalled. Java
 * has no public interface for signals, so this class calls the internal one by reflection; where it
 * is missing, a signal ends the process as usual.
 */
public final class Interrupts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Interrupts.class);
  private static final int HARD_EXIT_AT = 3;
  private static final int INTERRUPTED_STATUS = 130;
  private static final long HALT_MILLIS = 3_000;

  private final IntConsumer handler;
  private final Runnable beforeHalt;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean terminalClosed = new AtomicBoolean();

  /** The previous handlers by signal. */
  private final Map<String, Object> previous = new LinkedHashMap<>();

  /**
   * Installs the handlers.
   *
   * @param handler called with 1 and 2, on a thread of the JVM or the thread that calls {@link
   *     #raise}
   */
  public Interrupts(IntConsumer handler) {
    this(handler, () -> {});
  }

  /**
   * Installs the handlers.
   *
   * @param handler called with 1 and 2, on a thread of the JVM or the thread that calls {@link
   *     #raise}
   * @param beforeHalt called before the third signal ends the process, which waits three seconds
   *     for it
   */
  Interrupts(IntConsumer handler, Runnable beforeHalt) {
    this.handler = handler;
    this.beforeHalt = beforeHalt;
    install("INT", this::interrupt);
    install("TERM", this::interrupt);
    install("HUP", this::onTerminalClosed);
  }

  private void install(String signal, Runnable action) {
    try {
      previous.put(signal, handle(signal, handlerThat(action)));
    } catch (ReflectiveOperationException e) {
      LOG.warn("Cannot handle signal {}: it ends the process immediately", signal, e);
    }
  }

  private static Object handlerThat(Runnable action) throws ReflectiveOperationException {
    InvocationHandler handler =
        (self, method, arguments) -> {
          if (method.getName().equals("handle")) {
            action.run();
            return null;
          }
          return method.invoke(action, arguments);
        };
    Class<?> type = Class.forName("sun.misc.SignalHandler");
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
  }

  /** Sets the handler of a signal and returns the previous one. */
  private static Object handle(String signal, Object handler) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    return signalType
        .getMethod("handle", signalType, Class.forName("sun.misc.SignalHandler"))
        .invoke(null, signalType.getConstructor(String.class).newInstance(signal), handler);
  }

  private void haltWithin(long millis) {
    Thread last = new Thread(beforeHalt, "before-halt");
    last.setDaemon(true);
    try {
      last.start();
      last.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Runtime.getRuntime().halt(INTERRUPTED_STATUS);
    }
  }

  private void interrupt() {
    int number = count.incrementAndGet();
    if (number >= HARD_EXIT_AT) {
      haltWithin(HALT_MILLIS);
    }
    // The end of a session sends both signals, in any order, and means one interrupt.
    if (number > 1 || !terminalClosed.get()) {
      handler.accept(number);
    }
  }

  private void onTerminalClosed() {
    if (count.get() == 0 && terminalClosed.compareAndSet(false, true)) {
      handler.accept(1);
    }
  }

  /** Has the effect of a first signal; does nothing if there was one already. Thread-safe. */
  void raise() {
    if (!terminalClosed.get() && count.compareAndSet(0, 1)) {
      handler.accept(1);
    }
  }

  /** Returns the number of interrupts. */
  int count() {
    return terminalClosed.get() ? Math.max(1, count.get()) : count.get();
  }

  /** Restores the previous handlers. */
  @Override
  public void close() {
    previous.forEach(Interrupts::restore);
  }

  private static void restore(String signal, Object handler) {
    try {
      handle(signal, handler);
    } catch (ReflectiveOperationException e) {
      LOG.warn("Cannot restore the handler of signal {}", signal, e);
    }
  }
}
