package io.longhaul.load.endpoint.protobuf;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of fields of a message, including nested ones, before it is parsed: a field of
 * two bytes on the wire may use hundreds of bytes on the heap. Messages that are too small to
 * exceed the limit are not counted.
 */
public final class ProtobufFieldCounter {
  /** A message with this many fields temporarily uses about 150 MB. */
  static final int MAX_FIELDS = 200_000;

  /** A tag and a length. */
  private static final int MIN_FIELD_BYTES = 2;

  /** Protobuf's own limit. */
  private static final int MAX_DEPTH = 100;

  private final boolean mustCount;
  private int fields;

  /** Creates a counter for a message of this size on the wire. */
  public ProtobufFieldCounter(int messageBytes) {
    this.mustCount = messageBytes > MIN_FIELD_BYTES * MAX_FIELDS;
  }

  /**
   * Adds the fields of a message, or of a message embedded as bytes.
   *
   * @throws InvalidProtocolBufferException if there are too many fields, or the bytes are not a
   *     message
   */
  public void add(Descriptor type, byte[] bytes, int offset, int length)
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
   * Counts to the end of a message or group.
   *
   * @param type null if unknown
   */
  private void count(CodedInputStream in, @Nullable Descriptor type, int depth) throws IOException {
    require(depth <= MAX_DEPTH, "it is nested in more than " + MAX_DEPTH + " levels");
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      require(++fields <= MAX_FIELDS, "it has more than " + MAX_FIELDS + " fields");
      FieldDescriptor field =
          type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      Descriptor message =
          field != null && field.getJavaType() == JavaType.MESSAGE ? field.getMessageType() : null;
      switch (WireFormat.getTagWireType(tag)) {
        case WireFormat.WIRETYPE_START_GROUP -> count(in, message, depth + 1);
        case WireFormat.WIRETYPE_END_GROUP -> {
          return;
        }
        case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
          int limit = in.pushLimit(in.readRawVarint32());
          if (message != null) {
            count(in, message, depth + 1);
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
