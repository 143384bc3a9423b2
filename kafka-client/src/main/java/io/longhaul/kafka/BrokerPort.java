package io.longhaul.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * A port that accepts connections. Kafka's clients only report a timeout if one side uses TLS and
 * the other does not.
 *
 * @param address {@code host:port}
 * @param speaksTls whether it answers the first message of a TLS handshake
 */
record BrokerPort(String address, boolean speaksTls) {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int HANDSHAKE = 0x16;
  private static final int ALERT = 0x15;

  /**
   * Looks for a port that accepts connections.
   *
   * @param bootstrapServers {@code host:port}, separated by commas
   */
  static Optional<BrokerPort> firstOpen(String bootstrapServers) {
    for (String address : bootstrapServers.split(",", -1)) {
      int colon = address.lastIndexOf(':');
      try {
        String host = address.substring(0, colon).strip();
        int port = Integer.parseInt(address.substring(colon + 1).strip());
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
          socket.setSoTimeout(TIMEOUT_MILLIS);
          return Optional.of(new BrokerPort(address.strip(), speaksTls(socket)));
        }
      } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
        // Closed, or not an address: the next one may be open.
      }
    }
    return Optional.empty();
  }

  private static boolean speaksTls(Socket socket) {
    try {
      socket.getOutputStream().write(clientHello());
      int first = socket.getInputStream().read();
      return first == HANDSHAKE || first == ALERT;
    } catch (IOException e) {
      return false; // it closed the connection or did not answer
    }
  }

  private static byte[] clientHello() throws IOException {
    try {
      SSLEngine engine = SSLContext.getDefault().createSSLEngine();
      engine.setUseClientMode(true);
      engine.beginHandshake();
      ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
      engine.wrap(ByteBuffer.allocate(0), hello);
      byte[] bytes = new byte[hello.position()];
      hello.flip().get(bytes);
      return bytes;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("Java supports no TLS", e);
    }
  }
}
