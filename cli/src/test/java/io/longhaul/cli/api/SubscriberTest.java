package io.longhaul.cli.api;

import static io.longhaul.report.figures.FinishedSlices.aSlice;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.net.InetAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriberTest {
  private final RunState state = ApiTestRun.state();
  private final Subscribers subscribers = new Subscribers(state);
  private final EmbeddedChannel slow = connected();
  private final EmbeddedChannel other = connected();

  private EmbeddedChannel connected() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.pipeline().addLast(new Subscriber(subscribers, channel));
    return channel;
  }

  @AfterEach
  void noResourceIsLeaked() {
    slow.finishAndReleaseAll();
    other.finishAndReleaseAll();
  }

  @Test
  void onlySubscribedMessagesAreReceived() {
    send(slow, "{\"type\":\"subscribe\",\"message_types\":[\"progress\"]}");
    assertThat(received(slow))
        .isEqualTo("{\"type\":\"subscribed\",\"message_types\":[\"progress\"]}");

    publish(MessageType.PROGRESS);
    publish(MessageType.REALTIME_METRICS);
    assertThat(received(slow)).isEqualTo("{\"message_type\":\"progress\"}");
    assertThat(received(slow)).isNull();
    assertThat(received(other)).isNull();

    send(slow, "{\"type\":\"unsubscribe\",\"message_types\":[\"*\"]}");
    assertThat(received(slow)).isEqualTo("{\"type\":\"unsubscribed\",\"message_types\":[\"*\"]}");
    publish(MessageType.PROGRESS);
    assertThat(received(slow)).isNull();
  }

  @Test
  void aLateSubscriberReceivesTheNewestSlicesFirst() {
    state.finished(aSlice(0, 10));
    state.finished(aSlice(1, 10));

    send(slow, "{\"type\":\"subscribe\",\"message_types\":[\"*\"]}");

    assertThat(received(slow)).startsWith("{\"type\":\"subscribed\"");
    assertThat(received(slow))
        .startsWith("{\"message_type\":\"slices\",\"slices\":[{\"slice\":0,")
        .contains("{\"slice\":1,");
  }

  @Test
  void aSlowSubscriberMissesMessagesAndReceivesTheirNumber() {
    for (EmbeddedChannel each : new EmbeddedChannel[] {slow, other}) {
      send(each, "{\"type\":\"subscribe\",\"message_types\":[\"progress\"]}");
      received(each);
    }

    slow.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    slow.runPendingTasks();
    for (int i = 0; i < 3; i++) {
      publish(MessageType.PROGRESS);
      assertThat(received(other)).isEqualTo("{\"message_type\":\"progress\"}");
    }
    assertThat(received(slow)).isNull();
    assertThat(slow.config().isAutoRead()).as("nothing more is read from it").isFalse();

    slow.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    slow.runPendingTasks();
    assertThat(received(slow)).isEqualTo("{\"type\":\"dropped\",\"messages\":3}");
    publish(MessageType.PROGRESS);
    assertThat(received(slow)).isEqualTo("{\"message_type\":\"progress\"}");
    assertThat(slow.config().isAutoRead()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | Invalid JSON",
        "[1] | Payload must be a JSON object",
        "7 | Payload must be a JSON object",
        "{} | type must be subscribe, unsubscribe or ping",
        "{\"type\":\"shutdown\"} | type must be subscribe, unsubscribe or ping",
        "{\"type\":\"subscribe\",\"message_types\":\"progress\"} | must be a list of strings",
        "{\"type\":\"subscribe\",\"message_types\":[1]} | must be a list of strings"
      })
  void anInvalidMessageIsReportedAndTheClientStaysConnected(String message, String reason) {
    send(slow, message);

    assertThat(received(slow)).startsWith("{\"type\":\"error\",\"message\":\"").contains(reason);
    assertThat(slow.isOpen()).isTrue();
    send(slow, "{\"type\":\"ping\"}");
    assertThat(received(slow)).isEqualTo("{\"type\":\"pong\"}");
  }

  @Test
  void anUnknownTypeIsReported() {
    send(slow, "{\"type\":\"subscribe\",\"message_types\":[\"progress\",\"credit_return\"]}");

    assertThat(received(slow)).contains("\"unknown\":[\"credit_return\"]");
  }

  @Test
  void unsupportedFramesCloseTheConnection() {
    slow.writeInbound(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(new byte[] {1})));
    CloseWebSocketFrame close = slow.readOutbound();
    assertThat(close.statusCode()).isEqualTo(1003);
    close.release();
    assertThat(slow.isOpen()).isFalse();

    other.writeInbound(new TextWebSocketFrame(false, 0, "{"));
    assertThat(other.isOpen()).isFalse();
    assertThat(subscribers.limitReached(InetAddress.getLoopbackAddress())).isEmpty();
  }

  @Test
  void aCloseIsAnswered() {
    slow.writeInbound(new CloseWebSocketFrame(1000, "done"));
    CloseWebSocketFrame close = slow.readOutbound();
    assertThat(close.statusCode()).isEqualTo(1000);
    close.release();
    assertThat(slow.isOpen()).isFalse();
  }

  private void publish(MessageType type) {
    subscribers.publish(type, StateJson::message);
  }

  private static void send(EmbeddedChannel channel, String text) {
    channel.writeInbound(new TextWebSocketFrame(text));
  }

  /** Returns null if no message was sent. */
  private static String received(EmbeddedChannel channel) {
    TextWebSocketFrame frame = channel.readOutbound();
    if (frame == null) {
      return null;
    }
    String text = frame.text();
    frame.release();
    return text;
  }
}
