package io.longhaul.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same response to every HTTP/2 request or gRPC call, with as much of HTTP/2 as that
 * needs. Each connection serves only {@value #CALLS_PER_CONNECTION} calls and then sends GOAWAY, so
 * that the rehearsal includes connecting.
 */
final class LoopbackHttp2Handler implements LoopbackServer.ConnectionHandler {
  private static final int CALLS_PER_CONNECTION = 64;
  private static final int PREFACE_BYTES = 24;

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GO_AWAY = 7;
  private static final int WINDOW_UPDATE = 8;

  private static final int NO_FLAGS = 0;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private static final byte[] EMPTY = {};

  /**
   * {@code :status 200}, and the name of the content type header, which has index 31 in the static
   * table of HPACK.
   */
  private static final String HEAD = "\u0088\u000f\u0010";

  private static final byte[] GRPC_TRAILERS = hpack("\u0000\u000bgrpc-status\u00010");

  private final byte[] head;
  private final List<byte[]> pieces;

  /** Null if the response ends with its body. */
  private final byte @Nullable [] trailers;

  private LoopbackHttp2Handler(
      String contentType, List<String> pieces, byte @Nullable [] trailers) {
    this.head = hpack(HEAD + (char) contentType.length() + contentType);
    this.pieces = pieces.stream().map(piece -> piece.getBytes(ISO_8859_1)).toList();
    this.trailers = trailers;
  }

  /**
   * @param bodyPieces parts of the body, one char per byte; each is written separately
   */
  static LoopbackHttp2Handler ofHttp(String contentType, List<String> bodyPieces) {
    return new LoopbackHttp2Handler(contentType, bodyPieces, null);
  }

  /**
   * @param messages framed messages, one char per byte; each is written separately
   */
  static LoopbackHttp2Handler ofGrpc(List<String> messages) {
    return new LoopbackHttp2Handler("application/grpc", messages, GRPC_TRAILERS);
  }

  private static byte[] hpack(String bytes) {
    return bytes.getBytes(ISO_8859_1);
  }

  @Override
  public void serve(InputStream from, OutputStream to) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(to);
    in.skipNBytes(PREFACE_BYTES);
    write(out, SETTINGS, NO_FLAGS, 0, EMPTY);
    int calls = 0;
    while (true) {
      int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (type == SETTINGS && (flags & ACK) == 0) {
        write(out, SETTINGS, ACK, 0, EMPTY);
      } else if (type == PING && (flags & ACK) == 0) {
        write(out, PING, ACK, 0, payload);
      } else if (type == DATA && length > 0) {
        write(out, WINDOW_UPDATE, NO_FLAGS, 0, number(length));
      }
      if ((type == DATA || type == HEADERS) && (flags & END_STREAM) != 0) {
        response(out, stream);
        if (++calls == CALLS_PER_CONNECTION) {
          goAway(out);
        }
      } else if (type == DATA && length > 0) {
        write(out, WINDOW_UPDATE, NO_FLAGS, stream, number(length));
      }
      out.flush();
    }
  }

  private void response(DataOutputStream out, int stream) throws IOException {
    write(out, HEADERS, END_HEADERS, stream, head);
    for (byte[] piece : pieces) {
      write(out, DATA, NO_FLAGS, stream, piece);
      out.flush();
    }
    if (trailers == null) {
      write(out, DATA, END_STREAM, stream, EMPTY);
    } else {
      write(out, HEADERS, END_HEADERS | END_STREAM, stream, trailers);
    }
  }

  /** Sends GOAWAY; calls in progress still get their responses. */
  private static void goAway(DataOutputStream out) throws IOException {
    byte[] lastStreamAndNoError =
        ByteBuffer.allocate(2 * Integer.BYTES).putInt(Integer.MAX_VALUE).array();
    write(out, GO_AWAY, NO_FLAGS, 0, lastStreamAndNoError);
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static void write(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.writeShort(payload.length >> 8);
    out.writeByte(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }
}
