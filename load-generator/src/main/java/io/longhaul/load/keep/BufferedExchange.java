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
 * One exchange in memory, from its beginning until it is written. It gives itself up when there is
 * no room for more of it.
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
  private int answerBytes;
  private long heldBytes;
  private boolean givenUp;

  BufferedExchange(LaneExchangeFile file, RequestId id, long planIndex, OutgoingRequest request) {
    this.file = file;
    this.id = id;
    this.planIndex = planIndex;
    this.request = request;
    hold(file.keeps(StoredContent.RAW) ? request.body().length : 0);
  }

  @Override
  public void head(String itsContentType) {
    contentType = itsContentType;
  }

  @Override
  public void body(long atNanos, byte[] bytes) {
    if (file.keeps(StoredContent.RAW) && hold(bytes.length)) {
      parts.add(bytes);
      partNanos.add(atNanos);
      answerBytes += bytes.length;
    }
  }

  @Override
  public void said(String piece) {
    if (file.keeps(StoredContent.TEXT) && hold(piece.length() * BYTES_PER_CHAR)) {
      text.append(piece);
    }
  }

  private boolean hold(long bytes) {
    if (!givenUp && file.hold(bytes)) {
      heldBytes += bytes;
    } else if (!givenUp) {
      giveUp();
    }
    return !givenUp;
  }

  @Override
  public void ended() {
    if (givenUp) {
      file.notKept();
    } else {
      file.write(this);
    }
  }

  @Override
  public void lost() {
    if (!givenUp) {
      giveUp();
    }
    file.notKept();
  }

  private void giveUp() {
    givenUp = true;
    file.letGo(heldBytes);
    parts.clear();
    partNanos.clear();
    text.setLength(0);
  }

  long planIndex() {
    return planIndex;
  }

  /** Memory that is taken for it. */
  long bytes() {
    return heldBytes;
  }

  /** As it is written. */
  KeptExchange kept(ClockAnchor anchor, Redaction redaction) {
    return new KeptExchange(
        id.toString(),
        file.keeps(StoredContent.RAW) ? raw(anchor, redaction) : null,
        file.keeps(StoredContent.TEXT) ? redaction.blotted(text.toString()) : null);
  }

  private RawExchange raw(ClockAnchor anchor, Redaction redaction) {
    byte[] body = request.body().clone();
    redaction.blot(body);
    byte[] answer = new byte[answerBytes];
    List<Integer> ends = new ArrayList<>(parts.size());
    int end = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, answer, end, part.length);
      end += part.length;
      ends.add(end);
    }
    redaction.blot(answer);
    return new RawExchange(
        headers(redaction),
        ByteBuffer.wrap(body),
        redaction.blotted(contentType),
        ByteBuffer.wrap(answer),
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
