package io.longhaul.schema;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Avro single-object encoding of one record type: two bytes of marker, eight of the schema's
 * fingerprint, then the record. A codec reads what every earlier release wrote, by the earlier
 * schemas given to it. For one thread.
 */
public final class WireCodec<T extends SpecificRecordBase> {
  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;

  /**
   * @param earlierSchemas of the same record, as earlier releases wrote it
   */
  public WireCodec(Class<T> recordClass, Schema... earlierSchemas) {
    SpecificData model = SpecificData.getForClass(recordClass);
    Schema schema = model.getSchema(recordClass);
    SchemaStore.Cache earlier = new SchemaStore.Cache();
    for (Schema written : earlierSchemas) {
      earlier.addSchema(written);
    }
    this.encoder = new BinaryMessageEncoder<>(model, schema);
    this.decoder = new BinaryMessageDecoder<>(model, schema, earlier);
  }

  public byte[] encode(T record) {
    try {
      ByteBuffer bytes = encoder.encode(record);
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot encode " + record.getSchema().getName() + ": " + e.getMessage(), e);
    }
  }

  /**
   * @throws UnreadableRecordException when the bytes are not this record in any known schema
   */
  public T decode(byte[] bytes) throws UnreadableRecordException {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes));
    } catch (IOException | RuntimeException e) {
      throw new UnreadableRecordException("Cannot read record: " + e.getMessage(), e);
    }
  }
}
