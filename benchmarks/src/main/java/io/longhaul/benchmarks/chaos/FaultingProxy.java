package io.longhaul.benchmarks.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP proxy on 127.0.0.1 that can reset, stall and delay its connections. Thread-safe.
 *
 * <p>The target need not exist yet: a connection that the proxy cannot pass on is closed.
 */
public final class FaultingProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerSocket listening;
  private final int targetPort;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong affected = new AtomicLong();
  private final Object gate = new Object();
  private boolean stalled;
  private volatile long delayMillis;

  private FaultingProxy(ServerSocket listening, int targetPort) {
    this.listening = listening;
    this.targetPort = targetPort;
  }

  /** Starts a proxy on a free port. */
  public static FaultingProxy start(int targetPort) throws IOException {
    FaultingProxy proxy =
        new FaultingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), targetPort);
    proxy.startThread("accept", proxy::accept);
    return proxy;
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Resets all connections (RST) and returns their number. */
  public int cut() {
    int count = 0;
    for (Connection connection : connections) {
      connection.reset();
      count++;
    }
    return count;
  }

  /** Holds back everything until {@link #release()}; connections stay open. */
  public void stall() {
    synchronized (gate) {
      stalled = true;
    }
  }

  /** Delays everything by a time until {@link #release()}. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** Passes everything on again. */
  public void release() {
    delayMillis = 0;
    synchronized (gate) {
      stalled = false;
      gate.notifyAll();
    }
  }

  /** Returns how many pieces of data have been held back or delayed so far. */
  public long affected() {
    return affected.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        connect(listening.accept());
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  /** A connection counts before the target sees it. */
  private void connect(Socket client) throws IOException {
    Connection connection = new Connection(client, new Socket());
    connections.add(connection);
    try {
      connection.open();
    } catch (IOException e) {
      // The client sees that nothing listens there.
      connections.remove(connection);
      client.close();
    }
  }

  private void startThread(String name, Runnable task) {
    Thread thread = new Thread(task, "proxy-" + targetPort + "-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    release();
    cut();
  }

  private final class Connection {
    private final Socket client;
    private final Socket server;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void open() throws IOException {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort));
      startThread("out", () -> copy(client, server));
      startThread("in", () -> copy(server, client));
    }

    private void copy(Socket from, Socket to) {
      byte[] buffer = new byte[BUFFER_BYTES];
      try (Socket input = from;
          Socket output = to) {
        InputStream bytes = input.getInputStream();
        OutputStream sink = output.getOutputStream();
        for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
          pass();
          sink.write(buffer, 0, read);
        }
      } catch (IOException e) {
        // One side has closed or reset the connection; the other one is closed with it.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        connections.remove(this);
      }
    }

    private void pass() throws InterruptedException {
      synchronized (gate) {
        if (stalled) {
          affected.incrementAndGet();
        }
        while (stalled) {
          gate.wait();
        }
      }
      if (delayMillis > 0) {
        affected.incrementAndGet();
        TimeUnit.MILLISECONDS.sleep(delayMillis);
      }
    }

    void reset() {
      connections.remove(this);
      reset(client);
      reset(server);
    }

    private static void reset(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // It was closed already.
      }
    }
  }
}
