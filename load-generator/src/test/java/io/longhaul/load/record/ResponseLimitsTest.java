package io.longhaul.load.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import com.sun.management.ThreadMXBean;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointDialect;
import io.longhaul.load.endpoint.protobuf.GrpcTestMethods;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.grpc.MessageFrame;
import io.longhaul.load.record.ExpectedResponse.Form;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * The heap that a response may occupy, whatever a server sends. While it is open: 16 MiB of a body
 * that is no stream; 64 KiB of an error; of a stream one line, one event and the text so far; one
 * gRPC message. During decoding, briefly: about ten times a body.
 */
class ResponseLimitsTest {
  private static final int MIB = 1 << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final EndpointDialect chat = ExpectedResponse.chat();
  private int chunks;

  @Test
  void endlessTextFails() {
    ResponseDecoder reader = open(chat, Form.EVENTS);
    byte[] event = chatEvent("word ".repeat(1_000));
    for (int sent = 0; sent < 20 * MIB && reader.failure() == null; sent += event.length) {
      reader.body(event);
    }

    assertThat(reader.failure()).isNotNull();
    assertThat(reader.failure().reason()).isEqualTo("text_too_long");
    assertThat(reader.failure().message()).isEqualTo("The text is longer than 16777216 characters");
    assertThat(chunks).isBetween(3_300, 3_360);
  }

  @Test
  void endlessStreamOccupiesMemoryOnlyForItsText() {
    List<IntFunction<String>> endless =
        List.of(
            i -> ": still here " + i + "\n\n",
            i -> "data: {\"choices\":[],\"usage\":{\"tokens_" + i + "\":" + i + "}}\n\n",
            i -> "event: e" + i + "\ndata: \n\n",
            i ->
                "data: {\"choices\":[{\"index\":"
                    + i
                    + ",\"delta\":{},\"finish_reason\":\"r"
                    + i
                    + "\"}]}\n\n");
    for (IntFunction<String> event : endless) {
      assertThatNothingGrows(chat, event);
    }
    assertThatNothingGrows(
        ExpectedResponse.dialect("messages"),
        i ->
            "data: {\"type\":\"message_delta\",\"usage\":{\"tokens_"
                + i
                + "\":{\"a\":"
                + i
                + "}}}\n\n");
    assertThatNothingGrows(
        ExpectedResponse.dialect("responses"),
        i ->
            "data: {\"type\":\"response.output_text.delta\",\"output_index\":"
                + i
                + ",\"delta\":\"\"}\n\n");
  }

  private void assertThatNothingGrows(EndpointDialect dialect, IntFunction<String> event) {
    ResponseDecoder reader = open(dialect, Form.EVENTS);
    long before = usedBytes();
    try {
      for (int i = 0; i < 30_000; i++) {
        reader.body(event.apply(1_000_000 + i).getBytes(UTF_8));
      }
      assertThat(usedBytes() - before).as(event.apply(0)).isLessThan(2 * MIB);
    } finally {
      Reference.reachabilityFence(reader);
    }
    assertThat(reader.failure()).isNull();
  }

  @Test
  void endlessLineEventBodyOrErrorFails() {
    byte[] piece = "x".repeat(60_000).getBytes(UTF_8);
    byte[] lines = ("data: " + "x".repeat(999) + "\n").repeat(60).getBytes(UTF_8);

    assertThat(reasonOfEndless(open(chat, Form.EVENTS), piece)).isEqualTo("line_too_long");
    assertThat(reasonOfEndless(open(chat, Form.EVENTS), lines)).isEqualTo("event_too_long");
    assertThat(reasonOfEndless(open(chat, Form.JSON), piece)).isEqualTo("body_too_long");
    ResponseDecoder error = new ResponseDecoder(chat, delta -> {});
    error.head(500, Form.JSON.contentType());
    assertThat(reasonOfEndless(error, piece)).as("the rest of an error is ignored").isEmpty();
    assertThat(error.errorMessage()).hasSize(2_048);
  }

  private static String reasonOfEndless(ResponseDecoder reader, byte[] piece) {
    long before = usedBytes();
    try {
      for (int sent = 0; sent < 64 * MIB && reader.failure() == null; sent += piece.length) {
        reader.body(piece);
      }
      assertThat(usedBytes() - before).isLessThan(34 * MIB);
    } finally {
      Reference.reachabilityFence(reader);
    }
    return reader.failure() == null ? "" : reader.failure().reason();
  }

  /** Two bytes of a response may occupy eighty on the heap. */
  @Test
  void bodyOfManyTinyPartsIsRejectedBeforeItBecomesAHugeTree() {
    for (String tiny : List.of("[],", "{},")) {
      String many = "[" + tiny.repeat(6 * MIB / tiny.length()) + "0]";
      for (String type : List.of("chat", "embeddings", "cohere_rankings", "raw", "kserve_http")) {
        for (String body : List.of(many, "{\"usage\":" + many + "}", "{\"error\":" + many + "}")) {
          assertThatReadingTakes(
              150 * MIB, ExpectedResponse.dialect(type), Form.JSON, body.getBytes(UTF_8));
        }
      }
    }
  }

  @Test
  void messageOfManyTinyPartsIsRejectedBeforeItBecomesHuge() throws IOException {
    EndpointDialect kserve = ExpectedResponse.dialect("kserve");
    EndpointDialect anyContent =
        Endpoints.calling(GrpcTestMethods.anything()).dialect(DialectOptions.DEFAULTS);
    EndpointDialect selected =
        Endpoints.calling(GrpcTestMethods.anything())
            .dialect(new DialectOptions(false, ExtraInputs.parse(List.of("response_field:text"))));
    int room = 4 * MIB - 100;
    byte[] outputs = new byte[room];
    byte[] inner = new byte[room];
    byte[] unknown = new byte[room];
    for (int i = 0; i < room; i += 2) {
      outputs[i] = (5 << 3) | 2;
      inner[i] = (7 << 3) | 2;
      unknown[i] = 15 << 3;
    }
    byte[] response = new byte[room + 8];
    CodedOutputStream out = CodedOutputStream.newInstance(response);
    out.writeBytes(2, ByteString.copyFrom(outputs));
    out.flush();
    byte[] streamed = Arrays.copyOf(response, response.length - out.spaceLeft());
    byte[] within = objectOfAnyType(Arrays.copyOf(inner, 3 * MIB));
    ByteArrayOutputStream manyWithin = new ByteArrayOutputStream();
    for (int i = 0; i < 10; i++) {
      manyWithin.writeBytes(within(7, objectOfAnyType(Arrays.copyOf(inner, 300 << 10))));
    }
    for (EndpointDialect dialect : List.of(kserve, anyContent, selected)) {
      for (byte[] message : List.of(streamed, inner, unknown, within, manyWithin.toByteArray())) {
        assertThatReadingTakes(150 * MIB, dialect, Form.MESSAGES, MessageFrame.of(message));
      }
    }
  }

  /** A message that contains another one, with its type next to its bytes. */
  private static byte[] objectOfAnyType(byte[] object) {
    Any any =
        Any.newBuilder()
            .setTypeUrl("/anything.Thing")
            .setValue(ByteString.copyFrom(object))
            .build();
    return within(2, any.toByteArray());
  }

  private static byte[] within(int field, byte[] bytes) {
    Field value = Field.newBuilder().addLengthDelimited(ByteString.copyFrom(bytes)).build();
    return UnknownFieldSet.newBuilder().addField(field, value).build().toByteArray();
  }

  private void assertThatReadingTakes(
      long mostBytes, EndpointDialect dialect, Form form, byte[] body) {
    assertThat(allocatedBy(dialect, form, body))
        .as("%s %s", dialect, new String(body, 0, 20, UTF_8))
        .isLessThan(mostBytes);
  }

  private long allocatedBy(EndpointDialect dialect, Form form, byte[] body) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    ResponseDecoder reader = open(dialect, form);
    reader.body(body);
    reader.end(true);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private ResponseDecoder open(EndpointDialect dialect, Form form) {
    chunks = 0;
    ResponseDecoder reader = new ResponseDecoder(dialect, delta -> chunks++);
    reader.head(200, form.contentType());
    return reader;
  }

  private static byte[] chatEvent(String text) {
    return ("data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n").getBytes(UTF_8);
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
