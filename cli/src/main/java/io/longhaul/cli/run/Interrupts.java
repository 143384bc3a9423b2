package io.longhaul.cli.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
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
  private static final String HANGUP = "HUP";
  private static final List<String> SIGNALS = List.of("INT", "TERM", HANGUP);

  private final IntConsumer handler;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicBoolean terminalClosed = new AtomicBoolean();
  private final Object[] previous = new Object[SIGNALS.size()];

  /**
   * Installs the handlers.
   *
   * @param handler called with 1 and 2, on a thread of the JVM or the thread that calls {@link
   *     #raise}
   */
  public Interrupts(IntConsumer handler) {
    this.handler = handler;
    for (int i = 0; i < previous.length; i++) {
      String signal = SIGNALS.get(i);
      previous[i] =
          handle(
              signal,
              handlerThat(signal.equals(HANGUP) ? this::onTerminalClosed : this::interrupt));
    }
  }

  private static Object handlerThat(Runnable action) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          if (method.getName().equals("handle")) {
            action.run();
            return null;
          }
          return method.invoke(action, arguments);
        };
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private void interrupt() {
    int number = count.incrementAndGet();
    if (number >= HARD_EXIT_AT) {
      Runtime.getRuntime().halt(INTERRUPTED_STATUS);
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

  private static Object handle(String signal, Object handler) {
    if (handler == null) {
      return null;
    }
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      return signalType
          .getMethod("handle", signalType, handlerType)
          .invoke(null, signalType.getConstructor(String.class).newInstance(signal), handler);
    } catch (ReflectiveOperationException e) {
      LOG.warn("Cannot handle signal {}: it ends the process immediately", signal, e);
      return null;
    }
  }

  /** Returns the number of interrupts. */
  int count() {
    return terminalClosed.get() ? Math.max(1, count.get()) : count.get();
  }

  /** Restores the previous handlers. */
  @Override
  public void close() {
    for (int i = 0; i < previous.length; i++) {
      handle(SIGNALS.get(i), previous[i]);
    }
  }
}
