package io.longhaul.load.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * A server without HTTP: each accepted connection is passed to the next script, which reads
 * requests and writes literal bytes. {@link #close} rethrows the exceptions of scripts.
 */
public final class RawServer implements AutoCloseable {

  /** Handles one connection. */
  @FunctionalInterface
  public interface Script {
    void hold(RawConnection connection) throws IOException, InterruptedException;
  }

  private static final int PATIENCE_MILLIS = 10_000;

  private final ServerSocket listening;
  private final Queue<Script> scripts;
  private final Queue<Closeable> sockets = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean closing;
  private final AtomicInteger accepted = new AtomicInteger();

  private RawServer(ServerSocket listening, List<Script> scripts) {
    this.listening = listening;
    this.scripts = new ArrayDeque<>(scripts);
    start("raw-server", this::accept);
  }

  /**
   * Starts a server with one script per connection, in order; the last one handles all later
   * connections.
   */
  public static RawServer running(Script... scripts) throws IOException {
    return on(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), scripts);
  }

  public static RawServer on(ServerSocket listening, Script... scripts) {
    return new RawServer(listening, Arrays.asList(scripts));
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/v1/chat/completions");
  }

  public URI tlsUri() {
    return URI.create("https://localhost:" + listening.getLocalPort() + "/v1/chat/completions");
  }

  /** Returns the number of accepted connections. */
  public int accepted() {
    return accepted.get();
  }

  private void accept() throws IOException {
    while (true) {
      Socket socket = listening.accept();
      accepted.incrementAndGet();
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      sockets.add(socket);
      Script script = scripts.size() > 1 ? scripts.remove() : scripts.element();
      start("raw-server-talk", () -> script.hold(new RawConnection(socket)));
    }
  }

  private void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (EndOfScript e) {
                // The client closed between two requests; the script is finished.
              } catch (IOException | InterruptedException | RuntimeException | Error e) {
                if (!closing) {
                  failures.add(e);
                }
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  @Override
  public void close() {
    closing = true;
    try {
      listening.close();
      for (Closeable socket : sockets) {
        socket.close();
      }
      for (Thread thread : threads) {
        thread.join(PATIENCE_MILLIS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Throwable failure : failures) {
      throw new AssertionError("The server's talk failed: " + failure, failure);
    }
  }

  private static final class EndOfScript extends IOException {}

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /** The server's end of one connection. */
  public static final class RawConnection {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("content-length: *(\\d+)");

    private final Socket socket;

    RawConnection(Socket socket) {
      this.socket = socket;
    }

    /** Reads one complete request. */
    public String readRequest() throws IOException {
      String head = readHead();
      Matcher length = CONTENT_LENGTH.matcher(head.toLowerCase(Locale.ROOT));
      byte[] body =
          length.find()
              ? socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)))
              : new byte[0];
      return head + new String(body, StandardCharsets.UTF_8);
    }

    public String readHead() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0 && head.isEmpty()) {
          throw new EndOfScript();
        }
        if (next < 0) {
          throw new EOFException("The connection ended inside a request: " + head);
        }
        head.append((char) next);
      }
      return head.toString();
    }

    public RawConnection write(String text) throws IOException {
      return write(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawConnection write(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    }

    /** Waits until the client closes; further bytes from it are an error. */
    public void awaitClose() throws IOException {
      if (socket.getInputStream().read() >= 0) {
        throw new IOException("The client continued to write");
      }
    }

    /** Reads until the client closes or resets. */
    public void skipToEnd() throws IOException {
      try {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (SocketException | SSLException e) {
        // A reset or an alert ends the connection, too.
      }
    }

    public void close() throws IOException {
      socket.close();
    }

    /** Closes with a reset. */
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }
}
