package io.longhaul.load.keep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.kept.Header;
import io.longhaul.kept.KeptExchange;
import io.longhaul.kept.RawExchange;
import io.longhaul.load.http.OutgoingRequest;
import io.longhaul.load.plan.server.Redaction;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.time.ClockAnchor;
import io.longhaul.schema.RequestId;
import io.longhaul.schema.StoredExchangeFile;
import io.longhaul.schema.UnreadableRecordException;
import io.longhaul.schema.WireCodec;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileExchangeStoresTest {
  private static final ClockAnchor ANCHOR = new ClockAnchor(1_000, 50_000, 0);
  private static final RequestId ID = RequestId.of(0, 1, 7);

  private static final Set<StoredContent> RAW = Set.of(StoredContent.RAW);
  private static final Set<StoredContent> BOTH = Set.of(StoredContent.RAW, StoredContent.TEXT);

  @TempDir Path folder;

  private record Found(long planIndex, KeptExchange exchange) {}

  @Test
  void exchangeIsStoredByteForByteWithTheTimeOfEachPart() throws Exception {
    try (FileExchangeStores files = new FileExchangeStores(folder.resolve("kept"), RAW, Map.of())) {
      ExchangeCollector exchange = files.open("lane", ANCHOR).begin(ID, 42, request("{\"a\": 1}"));
      exchange.head("text/event-stream");
      exchange.body(1_010, "data: ä".getBytes(UTF_8));
      exchange.body(1_020, "\n\n".getBytes(UTF_8));
      exchange.ended();

      assertThat(files.flush(Duration.ofSeconds(10))).isTrue();
      assertThat(read(folder.resolve("kept"), "lane"))
          .containsExactly(
              new Found(
                  42,
                  new KeptExchange(
                      ID.toString(),
                      new RawExchange(
                          List.of(
                              new Header("Accept", "*/*"), new Header("X-Key", "hunter2hunter2")),
                          ByteBuffer.wrap("{\"a\": 1}".getBytes(UTF_8)),
                          "text/event-stream",
                          ByteBuffer.wrap("data: ä\n\n".getBytes(UTF_8)),
                          List.of(8, 10),
                          List.of(50_010L, 50_020L)),
                      null)));
    }
  }

  @Test
  void secretsAreRedactedEvenIfTheServerRepeatsThem() throws Exception {
    Map<String, Secret> secrets =
        Map.of(
            "x-key", Secret.of("hunter2hunter2"), "Authorization", Secret.of("Bearer canary-5e1f"));
    try (FileExchangeStores files = new FileExchangeStores(folder, BOTH, secrets)) {
      ExchangeCollector exchange =
          files.open("lane", ANCHOR).begin(ID, 0, request("{\"user\": \"hunter2hunter2\"}"));
      exchange.body(1_010, "wrong key: can".getBytes(UTF_8));
      exchange.body(1_020, "ary-5e1f.".getBytes(UTF_8));
      exchange.text("can");
      exchange.text("ary-5e1f");
      exchange.ended();
    }

    RawExchange kept = read(folder, "lane").get(0).exchange().getRaw();
    assertThat(kept.getRequestHeaders())
        .containsExactly(new Header("Accept", "*/*"), new Header("X-Key", "<redacted>"));
    assertThat(text(kept.getRequestBody())).isEqualTo("{\"user\": \"**************\"}");
    assertThat(text(kept.getAnswerBody())).isEqualTo("wrong key: ***********.");
    assertThat(read(folder, "lane").get(0).exchange().getOutputText()).isEqualTo("***********");
  }

  @Test
  void textOnlyStoreContainsNothingElse() throws Exception {
    try (FileExchangeStores files =
        new FileExchangeStores(folder, Set.of(StoredContent.TEXT), Map.of())) {
      ExchangeCollector exchange = files.open("lane", ANCHOR).begin(ID, 0, request("{}"));
      exchange.body(1_010, "data: ä".getBytes(UTF_8));
      exchange.text("Hm. ");
      exchange.text("");
      exchange.text("ä");
      exchange.ended();
    }

    assertThat(read(folder, "lane"))
        .containsExactly(new Found(0, new KeptExchange(ID.toString(), null, "Hm. ä")));
  }

  @Test
  void incompleteExchangesAreNotStored() throws Exception {
    try (FileExchangeStores files = new FileExchangeStores(folder, RAW, Map.of())) {
      LaneExchangeStore lane = files.open("lane", ANCHOR);
      lane.begin(ID, 0, request("open")).body(1_010, new byte[10]);
      ExchangeCollector lost = lane.begin(ID, 1, request("lost"));
      lost.body(1_010, new byte[10]);
      lost.lost();
      lane.begin(ID, 2, request("whole")).ended();
    }

    assertThat(read(folder, "lane")).extracting(Found::planIndex).containsExactly(2L);
  }

  @Test
  void exchangeBeyondTheMemoryLimitIsDiscardedAndFreesItsMemory() throws Exception {
    LaneExchangeFile file = start(new StoreLimits(100, 0));
    ExchangeCollector tooLong = file.begin(ID, 0, request(""));
    tooLong.body(1_010, new byte[60]);
    tooLong.body(1_020, new byte[60]);
    tooLong.ended();
    ExchangeCollector other = file.begin(ID, 1, request(""));
    other.body(1_010, new byte[100]);
    other.ended();
    file.close();

    assertThat(read(folder, "lane")).extracting(Found::planIndex).containsExactly(1L);
  }

  @Test
  void writingStopsBeforeTheDiskIsFull() throws Exception {
    LaneExchangeFile file = start(new StoreLimits(1_000, Long.MAX_VALUE));
    file.begin(ID, 0, request("body")).ended();
    assertThat(file.flush(Duration.ofSeconds(10))).isTrue();
    ExchangeCollector later = file.begin(ID, 1, request("body"));
    later.body(1_010, new byte[10]);
    later.ended();
    file.close();

    assertThat(read(folder, "lane")).isEmpty();
  }

  @Test
  void unwritableFolderAffectsOnlyTheFiles() throws Exception {
    try (FileExchangeStores files = new FileExchangeStores(folder, RAW, Map.of())) {
      Files.createDirectories(folder.resolve(StoredExchangeFile.nameOf("lane")).resolve("taken"));

      assertThat(files.open("lane", ANCHOR)).isSameAs(LaneExchangeStore.NONE);
    }
  }

  private LaneExchangeFile start(StoreLimits limits) throws IOException {
    return new LaneExchangeFile(folder, "lane", ANCHOR, RAW, Redaction.of(Map.of()), limits);
  }

  private static OutgoingRequest request(String body) {
    return new OutgoingRequest(
        URI.create("http://server/"),
        List.of(Map.entry("Accept", "*/*"), Map.entry("X-Key", "hunter2hunter2")),
        body.getBytes(UTF_8),
        0);
  }

  private static String text(ByteBuffer bytes) {
    return UTF_8.decode(bytes.duplicate()).toString();
  }

  private static List<Found> read(Path folder, String lane)
      throws IOException, UnreadableRecordException {
    WireCodec<KeptExchange> codec = new WireCodec<>(KeptExchange.class);
    List<Found> found = new ArrayList<>();
    try (DataInputStream file =
        new DataInputStream(
            Files.newInputStream(folder.resolve(StoredExchangeFile.nameOf(lane))))) {
      while (file.available() > 0) {
        long planIndex = file.readLong();
        found.add(new Found(planIndex, codec.decode(file.readNBytes(file.readInt()))));
      }
    }
    return found;
  }
}
