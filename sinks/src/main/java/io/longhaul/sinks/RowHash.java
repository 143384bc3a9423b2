package io.longhaul.sinks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.schema.HashSum;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A hash that is equal for datasets with the same multiset of rows: the sum of a 128-bit hash of
 * the decoded values of each row. It depends on every value, but not on files, encodings, or the
 * order of files, rows and map entries. For one thread.
 */
public final class RowHash {
  private final HashSum sum = new HashSum();
  private final MessageDigest digest;
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
  private long rows;

  public RowHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot hash rows: this Java has no SHA-256 (every Java must have it)", e);
    }
  }

  /** Returns the hash of the rows of a run in one dataset. */
  public static <T extends SpecificRecordBase> RowHash of(
      Lake lake, Dataset<T> dataset, String runId) throws IOException {
    RowHash hash = new RowHash();
    lake.forEach(dataset, runId, hash::add);
    return hash;
  }

  public void add(SpecificRecordBase row) {
    digest.reset();
    digestRecord(row);
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    sum.add(hash.getLong(), hash.getLong());
    rows++;
  }

  public long rows() {
    return rows;
  }

  /** Returns 32 hexadecimal digits. */
  @Override
  public String toString() {
    return sum.toString();
  }

  private void digestRecord(SpecificRecordBase row) {
    for (Schema.Field field : row.getSchema().getFields()) {
      digestValue(row.get(field.pos()));
    }
  }

  private void digestValue(Object value) {
    if (value == null) {
      digest.update((byte) 0);
    } else if (value instanceof SpecificRecordBase nested) {
      digest.update((byte) 1);
      digestRecord(nested);
    } else if (value instanceof CharSequence text) {
      digest.update((byte) 2);
      digestBytes(ByteBuffer.wrap(text.toString().getBytes(UTF_8)));
    } else if (value instanceof ByteBuffer bytes) {
      digest.update((byte) 3);
      digestBytes(bytes.duplicate());
    } else if (value instanceof Double real) {
      digest.update((byte) 4);
      digestLong(Double.doubleToLongBits(real));
    } else if (value instanceof Number integer) {
      digest.update((byte) 5);
      digestLong(integer.longValue());
    } else if (value instanceof Boolean truth) {
      digest.update((byte) (truth ? 7 : 6));
    } else if (value instanceof List<?> list) {
      digest.update((byte) 8);
      digestLong(list.size());
      list.forEach(this::digestValue);
    } else if (value instanceof Map<?, ?> map) {
      digest.update((byte) 9);
      digestLong(map.size());
      TreeMap<String, Object> sorted = new TreeMap<>();
      map.forEach((key, member) -> sorted.put(key.toString(), member));
      sorted.forEach(
          (key, member) -> {
            digestValue(key);
            digestValue(member);
          });
    } else {
      throw new IllegalArgumentException(
          "Invalid value in a row: " + value.getClass().getName() + " (a type of Avro)");
    }
  }

  private void digestBytes(ByteBuffer bytes) {
    digestLong(bytes.remaining());
    digest.update(bytes);
  }

  private void digestLong(long value) {
    digest.update(number.clear().putLong(value).flip());
  }
}
