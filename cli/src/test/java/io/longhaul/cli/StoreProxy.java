package io.longhaul.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A TCP proxy in front of an object store, which can take the place of the store with errors. */
final class StoreProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong affected = new AtomicLong();
  private final int target;
  private volatile Fault fault = Fault.NONE;

  /**
   * What happens to each connection, also to those that exist.
   *
   * @param response full response to whatever is sent; empty to close connections
   */
  record Fault(boolean isNone, Optional<String> response, boolean isSilent) {
    static final Fault NONE = new Fault(true, Optional.empty(), false);

    /** Nothing listens. */
    static final Fault AWAY = new Fault(false, Optional.empty(), false);

    /** Connections are accepted, and nothing is answered. */
    static final Fault SILENT = new Fault(false, Optional.empty(), true);

    /**
     * Every request fails.
     *
     * @param status HTTP status and reason
     * @param code S3's code of the error
     */
    static Fault of(String status, String code) {
      String body = "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code></Error>";
      return new Fault(
          false,
          Optional.of(
              "HTTP/1.1 %s\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
                  .formatted(status, body.length(), body)),
          false);
    }
  }

  StoreProxy(int target) throws IOException {
    this.target = target;
    threads.execute(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** Begins a fault, or ends it with {@link Fault#NONE}; returns how many requests it affected. */
  long begin(Fault next) {
    fault = next;
    open.forEach(StoreProxy::close);
    return affected.getAndSet(0);
  }

  /** Returns how many requests the current fault has affected. */
  long affected() {
    return affected.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        open.add(client);
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void serve(Socket client) {
    Fault now = fault;
    try (client) {
      if (now.isNone()) {
        connect(client, now);
      } else {
        affected.incrementAndGet();
        fail(client, now);
      }
    } catch (IOException e) {
      // One side has closed its connection.
    } finally {
      open.remove(client);
    }
  }

  private void connect(Socket client, Fault now) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      open.add(server);
      if (!fault.equals(now)) {
        return; // it began in this moment
      }
      threads.execute(() -> copy(server, client));
      copy(client, server);
    }
  }

  private void fail(Socket client, Fault now) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    if (now.isSilent()) {
      while (client.getInputStream().read(buffer) >= 0) {
        // The client gives up.
      }
    } else if (now.response().isPresent() && client.getInputStream().read(buffer) >= 0) {
      client.getOutputStream().write(now.response().get().getBytes(UTF_8));
      client.shutdownOutput();
      while (client.getInputStream().read(buffer) >= 0) {
        // A connection that is closed before all was read is reset, and the response is lost.
      }
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      OutputStream out = to.getOutputStream();
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // One side has closed its connection.
    } finally {
      close(from);
      close(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    open.forEach(StoreProxy::close);
    threads.shutdownNow();
  }
}
