package io.longhaul.cli.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.PosixSysTerminal;
import org.jline.terminal.impl.exec.ExecPty;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.ShutdownHooks;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The terminal of this process, as a screen of its own: what was on the terminal before comes back
 * when the screen closes. Thread-safe.
 *
 * <p>Opens {@code /dev/tty}, because standard input and output may be redirected, and those of a
 * run in a series are. Only the size of the window and the echo need {@code stty}; keys and signals
 * have their usual effects, except Ctrl-Z: a suspended load generator would measure nothing.
 */
final class Screen implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Screen.class);
  private static final String DEVICE = "/dev/tty";

  /** Reported by terminals without a window, such as a serial line. */
  private static final Size USUAL_SIZE = Size.of(80, 24);

  /** All terminals of today understand its sequences, and it needs no database of terminals. */
  private static final String TYPE = "xterm-256color";

  private static final String WINDOW_CHANGED = "WINCH";
  private static final Path PROCESS_STATE = Path.of("/proc/self/stat");

  private final Terminal terminal;
  private final Display display;
  private volatile Size size = USUAL_SIZE;
  private volatile boolean resized = true;
  private @Nullable Object windowHandler;
  private boolean entered;
  private boolean closed;

  private static final class Device extends ExecPty {
    Device() {
      super(new ExecTerminalProvider(), null, DEVICE);
    }
  }

  private static final class DeviceTerminal extends PosixSysTerminal {
    DeviceTerminal() throws IOException {
      super("dashboard", TYPE, new Device(), UTF_8, false, SignalHandler.SIG_DFL);
      // At the end of the process, too, the screen is left first and the terminal closed then.
      ShutdownHooks.remove(closer);
    }
  }

  /**
   * Opens the screen without changing it.
   *
   * @throws IOException if this process has no terminal
   */
  Screen() throws IOException {
    terminal = new DeviceTerminal();
    display = new Display(terminal, true);
    readSize();
  }

  /**
   * Returns whether this process may change the terminal. A process in the background of a shell
   * would be stopped.
   */
  static boolean isInForeground() {
    try {
      return !Files.exists(PROCESS_STATE) || isInForeground(Files.readString(PROCESS_STATE));
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * @param state content of {@code /proc/self/stat}
   */
  static boolean isInForeground(String state) {
    // The name of the program, in parentheses, may contain spaces.
    String[] words = state.substring(state.lastIndexOf(')') + 2).split(" ", 7);
    String processGroup = words[2];
    String foregroundGroup = words[5];
    return processGroup.equals(foregroundGroup);
  }

  int columns() {
    return size.getColumns();
  }

  int rows() {
    return size.getRows();
  }

  private void readSize() {
    resized = false;
    try {
      Size now = terminal.getSize();
      size = now.getColumns() == 0 || now.getRows() == 0 ? USUAL_SIZE : now;
    } catch (IOError e) {
      LOG.debug("The size of the window is unknown", e);
    }
    display.resize(size);
  }

  /**
   * Replaces the content of the terminal.
   *
   * @throws IOException if its settings cannot be changed
   */
  synchronized void enter() throws IOException {
    if (closed) {
      return;
    }
    try {
      Attributes quiet = terminal.getAttributes();
      quiet.setLocalFlag(Attributes.LocalFlag.ECHO, false);
      quiet.setControlChar(Attributes.ControlChar.VSUSP, 0);
      terminal.setAttributes(quiet);
    } catch (IOError e) {
      throw new IOException("Cannot change the terminal", e);
    }
    entered = true;
    windowHandler = Signals.register(WINDOW_CHANGED, () -> resized = true);
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.cursor_invisible);
    display.clear();
  }

  /** Reads the size of the window if it was changed. */
  synchronized void updateSize() {
    if (resized && !closed) {
      readSize();
      display.clear();
    }
  }

  /** Shows lines that fit on the screen. */
  synchronized void draw(List<AttributedString> lines) {
    if (!closed) {
      display.update(new ArrayList<>(lines), 0);
    }
  }

  /** Restores the terminal. May be called several times. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (entered) {
      Signals.unregister(WINDOW_CHANGED, windowHandler);
      terminal.puts(Capability.cursor_normal);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
    }
    try {
      terminal.close();
    } catch (IOException e) {
      LOG.debug("The terminal is closed", e);
    }
  }
}
