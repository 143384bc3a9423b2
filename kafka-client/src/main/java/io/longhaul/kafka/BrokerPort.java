package io.longhaul.kafka;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
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
 * @param answer what it answers
 */
record BrokerPort(String address, Answer answer) {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int HANDSHAKE = 0x16;
  private static final int ALERT = 0x15;
  private static final short API_VERSIONS = 18;
  private static final int CORRELATION_ID = 0x4C6F6E67;

  /** What a port answers to the first message of a client. */
  enum Answer {
    /** It answers the first message of a TLS handshake. */
    TLS,
    /** It answers a Kafka request without TLS. */
    PLAIN_TEXT,
    /**
     * It answers neither: the broker may be overloaded, paused or about to end, so nothing is known
     * about its settings.
     */
    NONE
  }

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
        InetSocketAddress broker = new InetSocketAddress(host, port);
        try (Socket socket = connect(broker)) {
          return Optional.of(new BrokerPort(address.strip(), answer(socket, broker)));
        }
      } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
        // Closed, or not an address: the next one may be open.
      }
    }
    return Optional.empty();
  }

  private static Socket connect(InetSocketAddress broker) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(broker, TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Answer answer(Socket socket, InetSocketAddress broker) {
    try {
      socket.getOutputStream().write(clientHello());
      int first = socket.getInputStream().read();
      if (first == HANDSHAKE || first == ALERT) {
        return Answer.TLS;
      }
    } catch (SocketTimeoutException e) {
      return Answer.NONE;
    } catch (IOException e) {
      // It closed the connection, as brokers do that use no TLS or that end.
    }
    return answersInPlainText(broker) ? Answer.PLAIN_TEXT : Answer.NONE;
  }

  /** Asks for the supported versions, which brokers answer before they authenticate a client. */
  private static boolean answersInPlainText(InetSocketAddress broker) {
    try (Socket socket = connect(broker)) {
      socket.getOutputStream().write(apiVersionsRequest());
      DataInputStream response = new DataInputStream(socket.getInputStream());
      int unusedSize = response.readInt();
      return response.readInt() == CORRELATION_ID;
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] apiVersionsRequest() {
    short version = 0;
    short noClientId = -1;
    int sizeBytes = 3 * Short.BYTES + Integer.BYTES;
    return ByteBuffer.allocate(Integer.BYTES + sizeBytes)
        .putInt(sizeBytes)
        .putShort(API_VERSIONS)
        .putShort(version)
        .putInt(CORRELATION_ID)
        .putShort(noClientId)
        .array();
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
