package io.longhaul.load.endpoint;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Counts the fields of a message, and of all within it, before it is read: what has two bytes on
 * the wire may take hundreds on the heap. Messages that are too small for too many are not looked
 * at.
 */
final class MessageParts {
  /** With these a message takes some 150 MB for a moment. */
  static final int MOST = 200_000;

  /** A tag and a length. */
  private static final int LEAST_BYTES = 2;

  /** Protobuf's own limit. */
  private static final int DEEPEST = 100;

  private final CodedInputStream in;
  private int parts;

  private MessageParts(CodedInputStream in) {
    this.in = in;
  }

  /**
   * Makes sure that a message can be read.
   *
   * @throws InvalidProtocolBufferException when it has too many parts, or is none
   */
  static void check(Descriptor type, byte[] bytes, int offset, int length)
      throws InvalidProtocolBufferException {
    if (length <= LEAST_BYTES * MOST) {
      return;
    }
    try {
      new MessageParts(CodedInputStream.newInstance(bytes, offset, length)).count(type, 0);
    } catch (InvalidProtocolBufferException e) {
      throw e;
    } catch (IOException e) {
      throw new InvalidProtocolBufferException(e);
    }
  }

  /**
   * Counts until the end of a message or of a group.
   *
   * @param type null when it is not known
   */
  private void count(Descriptor type, int depth) throws IOException {
    require(depth <= DEEPEST, "it is nested in more than " + DEEPEST + " levels");
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      require(++parts <= MOST, "it has more than " + MOST + " fields");
      FieldDescriptor field =
          type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      boolean isMessage = field != null && field.getJavaType() == JavaType.MESSAGE;
      switch (WireFormat.getTagWireType(tag)) {
        case WireFormat.WIRETYPE_START_GROUP ->
            count(isMessage ? field.getMessageType() : null, depth + 1);
        case WireFormat.WIRETYPE_END_GROUP -> {
          return;
        }
        case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
          int limit = in.pushLimit(in.readRawVarint32());
          if (isMessage) {
            count(field.getMessageType(), depth + 1);
          }
          in.skipRawBytes(in.getBytesUntilLimit());
          in.popLimit(limit);
        }
        default -> in.skipField(tag);
      }
    }
  }

  private static void require(boolean holds, String otherwise)
      throws InvalidProtocolBufferException {
    if (!holds) {
      throw new InvalidProtocolBufferException(otherwise);
    }
  }
}
