package io.longhaul.load.keep;

import io.longhaul.kept.Header;
import io.longhaul.kept.KeptExchange;
import io.longhaul.kept.RawExchange;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.Redaction;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.schema.RequestId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One exchange in memory until it is written. It is discarded if there is no memory for more of it.
 */
final class BufferedExchange implements ExchangeCollector {
  private static final long BYTES_PER_CHAR = 2;

  private final LaneExchangeFile file;
  private final RequestId id;
  private final long planIndex;
  private final OutgoingRequest request;
  private final List<byte[]> parts = new ArrayList<>();
  private final List<Long> partNanos = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private String contentType = "";
  private int responseBytes;
  private long reservedBytes;
  private boolean isDiscarded;

  BufferedExchange(LaneExchangeFile file, RequestId id, long planIndex, OutgoingRequest request) {
    this.file = file;
    this.id = id;
    this.planIndex = planIndex;
    this.request = request;
    reserve(file.stores(StoredContent.RAW) ? request.body().length : 0);
  }

  @Override
  public void head(String newContentType) {
    contentType = newContentType;
  }

  @Override
  public void body(long atNanos, byte[] bytes) {
    if (file.stores(StoredContent.RAW) && reserve(bytes.length)) {
      parts.add(bytes);
      partNanos.add(atNanos);
      responseBytes += bytes.length;
    }
  }

  @Override
  public void text(String piece) {
    if (file.stores(StoredContent.TEXT) && reserve(piece.length() * BYTES_PER_CHAR)) {
      text.append(piece);
    }
  }

  private boolean reserve(long bytes) {
    if (!isDiscarded && file.reserve(bytes)) {
      reservedBytes += bytes;
    } else if (!isDiscarded) {
      discard();
    }
    return !isDiscarded;
  }

  @Override
  public void ended() {
    if (isDiscarded) {
      file.notStored();
    } else {
      file.write(this);
    }
  }

  @Override
  public void lost() {
    if (!isDiscarded) {
      discard();
    }
    file.notStored();
  }

  private void discard() {
    isDiscarded = true;
    file.release(reservedBytes);
    parts.clear();
    partNanos.clear();
    text.setLength(0);
  }

  long planIndex() {
    return planIndex;
  }

  /** Returns the memory that it uses. */
  long bytes() {
    return reservedBytes;
  }

  /** Returns the record for the file. */
  KeptExchange toRecord(ClockAnchor anchor, Redaction redaction) {
    return new KeptExchange(
        id.toString(),
        file.stores(StoredContent.RAW) ? raw(anchor, redaction) : null,
        file.stores(StoredContent.TEXT) ? redaction.blotted(text.toString()) : null);
  }

  private RawExchange raw(ClockAnchor anchor, Redaction redaction) {
    byte[] body = request.body().clone();
    redaction.blot(body);
    byte[] response = new byte[responseBytes];
    List<Integer> ends = new ArrayList<>(parts.size());
    int end = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, response, end, part.length);
      end += part.length;
      ends.add(end);
    }
    redaction.blot(response);
    return new RawExchange(
        headers(redaction),
        ByteBuffer.wrap(body),
        redaction.blotted(contentType),
        ByteBuffer.wrap(response),
        ends,
        partNanos.stream().map(anchor::epochNanosAt).toList());
  }

  private List<Header> headers(Redaction redaction) {
    List<Header> headers = new ArrayList<>();
    for (Map.Entry<String, String> header : request.headers()) {
      headers.add(
          new Header(header.getKey(), redaction.header(header.getKey(), header.getValue())));
    }
    return headers;
  }
}
