package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The WebSocket clients. Each message is encoded once and shared by all subscribers, so that a
 * hundred clients need little more memory than one. For the event loop.
 */
final class Subscribers {
  static final int MAX_CONNECTIONS = 100;
  static final int MAX_PER_ADDRESS = MAX_CONNECTIONS / 2;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TYPE = "message_type";

  private final Set<Subscriber> all = new LinkedHashSet<>();
  private final RunState state;
  private volatile boolean isEmpty = true;

  Subscribers(RunState state) {
    this.state = state;
  }

  /** Returns why a further client from this address is rejected; empty if it is accepted. */
  Optional<String> limitReached(InetAddress address) {
    if (all.size() >= MAX_CONNECTIONS) {
      return Optional.of("Max connections reached: " + MAX_CONNECTIONS);
    }
    long ofAddress = all.stream().filter(each -> each.address().equals(address)).count();
    return ofAddress >= MAX_PER_ADDRESS
        ? Optional.of("Max connections of one address reached: " + MAX_PER_ADDRESS)
        : Optional.empty();
  }

  /** Returns whether there is no client; for any thread. */
  boolean isEmpty() {
    return isEmpty;
  }

  void add(Subscriber subscriber) {
    all.add(subscriber);
    isEmpty = false;
  }

  void remove(Subscriber subscriber) {
    all.remove(subscriber);
    isEmpty = all.isEmpty();
  }

  /** Returns the newest slices in one message, for a new subscriber. */
  ObjectNode recentSlices() {
    ObjectNode message = MAPPER.createObjectNode().put(TYPE, "slices");
    ArrayNode slices = message.putArray("slices");
    state.newestSlices().forEach(slices::add);
    return message;
  }

  /**
   * Sends a message to the subscribers of its type.
   *
   * @param content supplies the further members of the message, if there are any subscribers
   */
  void publish(MessageType type, Supplier<ObjectNode> content) {
    List<Subscriber> listening = all.stream().filter(each -> each.isSubscribed(type)).toList();
    if (listening.isEmpty()) {
      return;
    }
    ObjectNode message = MAPPER.createObjectNode().put(TYPE, type.word()).setAll(content.get());
    ByteBuf text = Unpooled.copiedBuffer(message.toString(), UTF_8);
    try {
      listening.forEach(each -> each.publish(text.retainedDuplicate()));
    } finally {
      text.release();
    }
  }

  /** Sends a finished slice, and the figures that it changes. */
  void publishSlice(JsonNode slice, StateJson json) {
    publish(MessageType.SLICE, () -> StateJson.message().set("slice", slice));
    publish(MessageType.CHART_VALUES, json::chartValues);
    publish(MessageType.REALTIME_METRICS, json::listOfMetrics);
  }

  /** Pings all clients; a client that does not answer is closed by its idle timeout. */
  void ping() {
    List.copyOf(all).forEach(Subscriber::ping);
  }

  /** Closes all connections. */
  void close() {
    List.copyOf(all).forEach(each -> each.sendClose(WebSocketCloseStatus.ENDPOINT_UNAVAILABLE));
  }
}
