package io.longhaul.pipeline.types;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Encodes one kind of state record in Avro's binary encoding, without its schema. Encodes with the
 * schema of this build, and decodes what was encoded with this or another schema. Immutable; may be
 * used by several threads.
 */
public final class StateCodec<R extends SpecificRecordBase> {
  private final DatumWriter<R> writer;
  private final DatumReader<R> reader;

  /** Creates a codec for what this build encodes. */
  public StateCodec(Class<R> type) {
    this(type, SpecificData.get().getSchema(type));
  }

  /**
   * Creates a codec.
   *
   * @param written schema of what it decodes, which must be compatible with the schema of the type
   */
  StateCodec(Class<R> type, Schema written) {
    SpecificData model = new SpecificData(type.getClassLoader());
    model.setCustomCoders(true); // generated code instead of a look-up for each field
    Schema own = model.getSchema(type);
    this.writer = new SpecificDatumWriter<>(own, model);
    this.reader = new SpecificDatumReader<>(written, own, model);
  }

  public byte[] encode(R record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try {
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      writer.write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory cannot fail
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes a record.
   *
   * @throws IllegalStateException if the bytes are not such a record
   */
  @SuppressWarnings("NullAway") // there is no record to reuse
  public R decode(byte[] bytes) {
    try {
      return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    } catch (IOException | AvroRuntimeException e) {
      throw new IllegalStateException("Cannot read state: " + e.getMessage(), e);
    }
  }
}
