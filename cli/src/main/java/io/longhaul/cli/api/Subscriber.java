package io.longhaul.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A WebSocket client. It subscribes to message types, as in AIPerf. Messages that a slow client
 * cannot receive in time are dropped, and the client receives their number.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the connection
final class Subscriber extends SimpleChannelInboundHandler<WebSocketFrame> {
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

  void sendClose(WebSocketCloseStatus why) {
    channel.writeAndFlush(new CloseWebSocketFrame(why)).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    others.add(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    others.remove(this);
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
    } else if (frame instanceof CloseWebSocketFrame) {
      sendClose(WebSocketCloseStatus.NORMAL_CLOSURE);
    } else {
      sendClose(WebSocketCloseStatus.INVALID_MESSAGE_TYPE);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
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
    if (!(words.isArray() || words.isMissingNode())
        || !words.valueStream().allMatch(JsonNode::isTextual)) {
      refuse(TYPES + " must be a list of strings");
      return;
    }
    ObjectNode answer = MAPPER.createObjectNode().put(TYPE, more ? "subscribed" : "unsubscribed");
    ArrayNode types = answer.putArray(TYPES);
    boolean wasSubscribed = isSubscribed(MessageType.SLICE);
    for (JsonNode word : words) {
      types.add(word);
      List<MessageType> meant = MessageType.of(word.asText());
      if (meant.isEmpty()) {
        answer.withArray("unknown").add(word);
      } else if (more) {
        wanted.addAll(meant);
      } else {
        meant.forEach(wanted::remove);
      }
    }
    reply(answer);
    if (isSubscribed(MessageType.SLICE) && !wasSubscribed) {
      publish(Unpooled.copiedBuffer(others.recentSlices().toString(), UTF_8));
    }
  }

  private void refuse(String why) {
    reply(MAPPER.createObjectNode().put(TYPE, "error").put("message", why));
  }
}
