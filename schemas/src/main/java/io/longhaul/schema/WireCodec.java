package io.longhaul.schema;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Avro single-object encoding of one record type: a marker of two bytes, the schema's fingerprint
 * of eight bytes, then the record. A codec also decodes records of earlier releases, with the
 * earlier schemas given to it. Not thread-safe.
 */
public final class WireCodec<T extends SpecificRecordBase> {
  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;
  private final String schema;

  /**
   * Creates a codec.
   *
   * @param earlierSchemas schemas of the same record in earlier releases
   */
  public WireCodec(Class<T> recordClass, Schema... earlierSchemas) {
    SpecificData model = new SpecificData(recordClass.getClassLoader());
    model.setCustomCoders(true); // generated code instead of a look-up for each field
    Schema own = model.getSchema(recordClass);
    SchemaStore.Cache earlier = new SchemaStore.Cache();
    for (Schema written : earlierSchemas) {
      earlier.addSchema(written);
    }
    this.encoder = new BinaryMessageEncoder<>(model, own);
    this.decoder = new BinaryMessageDecoder<>(model, own, earlier);
    this.schema = SchemaNormalization.toParsingForm(own);
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

  /** Returns the schema with which this codec encodes, in Avro's canonical form. */
  public String schema() {
    return schema;
  }

  /**
   * Makes records of another version readable.
   *
   * @param json schema with which they were encoded
   * @throws UnreadableRecordException if this is not a schema
   */
  public void addSchema(String json) throws UnreadableRecordException {
    try {
      decoder.addSchema(new Schema.Parser().parse(json));
    } catch (AvroRuntimeException e) {
      throw new UnreadableRecordException("Cannot read schema: " + e.getMessage(), e);
    }
  }

  /**
   * Decodes a record.
   *
   * @throws UnreadableRecordException if the bytes are not this record in any known schema
   */
  public T decode(byte[] bytes) throws UnreadableRecordException {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes));
    } catch (IOException | RuntimeException e) {
      throw new UnreadableRecordException("Cannot read record: " + e.getMessage(), e);
    }
  }
}
