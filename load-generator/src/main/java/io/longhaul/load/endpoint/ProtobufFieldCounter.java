package io.longhaul.load.endpoint;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * Counts the fields of a message, and of all within it, before they are read: what has two bytes on
 * the wire may take hundreds on the heap. A message that is too small for too many is not looked
 * at.
 */
final class ProtobufFieldCounter {
  /** With these a message takes some 150 MB for a moment. */
  static final int MAX_FIELDS = 200_000;

  /** A tag and a length. */
  private static final int MIN_FIELD_BYTES = 2;

  /** Protobuf's own limit. */
  private static final int MAX_DEPTH = 100;

  private final boolean mustCount;
  private int fields;

  /** Those of a message that takes so many bytes on the wire. */
  ProtobufFieldCounter(int messageBytes) {
    this.mustCount = messageBytes > MIN_FIELD_BYTES * MAX_FIELDS;
  }

  /**
   * Adds the parts of the message, or of what it holds as plain bytes.
   *
   * @throws InvalidProtocolBufferException when it has too many by now, or is none
   */
  void add(Descriptor type, byte[] bytes, int offset, int length)
      throws InvalidProtocolBufferException {
    if (!mustCount) {
      return;
    }
    try {
      count(CodedInputStream.newInstance(bytes, offset, length), type, 0);
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
  private void count(CodedInputStream in, Descriptor type, int depth) throws IOException {
    require(depth <= MAX_DEPTH, "it is nested in more than " + MAX_DEPTH + " levels");
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      require(++fields <= MAX_FIELDS, "it has more than " + MAX_FIELDS + " fields");
      FieldDescriptor field =
          type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      boolean isMessage = field != null && field.getJavaType() == JavaType.MESSAGE;
      switch (WireFormat.getTagWireType(tag)) {
        case WireFormat.WIRETYPE_START_GROUP ->
            count(in, isMessage ? field.getMessageType() : null, depth + 1);
        case WireFormat.WIRETYPE_END_GROUP -> {
          return;
        }
        case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
          int limit = in.pushLimit(in.readRawVarint32());
          if (isMessage) {
            count(in, field.getMessageType(), depth + 1);
          }
          in.skipRawBytes(in.getBytesUntilLimit());
          in.popLimit(limit);
        }
        default -> in.skipField(tag);
      }
    }
  }

  private static void require(boolean holds, String problem) throws InvalidProtocolBufferException {
    if (!holds) {
      throw new InvalidProtocolBufferException(problem);
    }
  }
}
