package io.longhaul.cli.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A WebSocket client. It subscribes to message types, as in AIPerf. Messages that a slow client
 * cannot receive in time are dropped, and the client receives their number.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class Subscriber extends ApiConnectionHandler<WebSocketFrame> {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TYPE = "type";
  private static final String TYPES = "message_types";

  private final Subscribers others;
  private final Channel channel;
  private final Set<MessageType> wanted = EnumSet.noneOf(MessageType.class);
  private final InetAddress address;
  private long dropped;

  Subscriber(Subscribers others, Channel channel) {
    this.others = others;
    this.channel = channel;
    this.address = ConnectionLimiter.addressOf(channel);
  }

  /** Returns the client's address. */
  InetAddress address() {
    return address;
  }

  boolean isSubscribed(MessageType type) {
    return wanted.contains(type);
  }

  /** Sends a text, or drops it if too much data is unsent. */
  void publish(ByteBuf text) {
    if (channel.isWritable()) {
      write(new TextWebSocketFrame(text));
    } else {
      text.release();
      dropped++;
    }
  }

  private void reply(ObjectNode message) {
    write(new TextWebSocketFrame(message.toString()));
  }

  private void write(WebSocketFrame frame) {
    channel.writeAndFlush(frame, channel.voidPromise());
  }

  void ping() {
    if (channel.isWritable()) {
      write(new PingWebSocketFrame());
    }
  }

  void sendClose() {
    channel
        .writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.ENDPOINT_UNAVAILABLE))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    others.remove(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    others.remove(this);
    context.fireChannelInactive();
  }

  /** Stops reading from a client while it does not receive its messages. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable() && dropped > 0) {
      long count = dropped;
      dropped = 0;
      reply(MAPPER.createObjectNode().put(TYPE, "dropped").put("messages", count));
    }
    channel.config().setAutoRead(channel.isWritable());
    context.fireChannelWritabilityChanged();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    if (frame instanceof TextWebSocketFrame text && frame.isFinalFragment()) {
      handle(text.text());
    } else if (frame instanceof PingWebSocketFrame) {
      write(new PongWebSocketFrame(frame.content().retain()));
    } else if (frame instanceof CloseWebSocketFrame) {
      replyClose(context, WebSocketCloseStatus.NORMAL_CLOSURE);
    } else if (!(frame instanceof PongWebSocketFrame)) {
      replyClose(context, WebSocketCloseStatus.INVALID_MESSAGE_TYPE);
    }
  }

  private static void replyClose(ChannelHandlerContext context, WebSocketCloseStatus why) {
    context.writeAndFlush(new CloseWebSocketFrame(why)).addListener(ChannelFutureListener.CLOSE);
  }

  private void handle(String text) {
    JsonNode message;
    try {
      message = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      refuse("Invalid JSON: " + e.getOriginalMessage());
      return;
    }
    if (message == null || !message.isObject()) {
      refuse("Payload must be a JSON object");
      return;
    }
    switch (message.path(TYPE).asText()) {
      case "subscribe" -> change(message.path(TYPES), true);
      case "unsubscribe" -> change(message.path(TYPES), false);
      case "ping" -> reply(MAPPER.createObjectNode().put(TYPE, "pong"));
      default -> refuse("type must be subscribe, unsubscribe or ping");
    }
  }

  private void change(JsonNode words, boolean more) {
    List<String> typed = new ArrayList<>();
    words.forEach(word -> typed.add(word.isTextual() ? word.asText() : null));
    if (!(words.isArray() || words.isMissingNode()) || typed.contains(null)) {
      refuse(TYPES + " must be a list of strings");
      return;
    }
    List<String> unknown = new ArrayList<>();
    boolean wasSubscribed = isSubscribed(MessageType.SLICE);
    for (String word : typed) {
      List<MessageType> meant = MessageType.of(word);
      if (meant.isEmpty()) {
        unknown.add(word);
      } else if (more) {
        wanted.addAll(meant);
      } else {
        meant.forEach(wanted::remove);
      }
    }
    confirm(more ? "subscribed" : "unsubscribed", typed, unknown);
    if (isSubscribed(MessageType.SLICE) && !wasSubscribed) {
      publish(Unpooled.wrappedBuffer(bytesOf(others.recentSlices())));
    }
  }

  private void confirm(String done, List<String> typed, List<String> unknown) {
    ObjectNode answer = MAPPER.createObjectNode().put(TYPE, done);
    ArrayNode types = answer.putArray(TYPES);
    typed.forEach(types::add);
    if (!unknown.isEmpty()) {
      ArrayNode not = answer.putArray("unknown");
      unknown.forEach(not::add);
    }
    reply(answer);
  }

  private static byte[] bytesOf(ObjectNode message) {
    try {
      return MAPPER.writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // a JSON tree can always be written
    }
  }

  private void refuse(String why) {
    reply(MAPPER.createObjectNode().put(TYPE, "error").put("message", why));
  }
}
