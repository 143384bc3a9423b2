package io.longhaul.mock.llm;

import io.longhaul.mock.script.Fault;
import io.longhaul.mock.script.Overrides;
import io.longhaul.mock.script.RequestScript;
import io.longhaul.mock.script.ServerScript;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: puts requests together and answers them one after another, those that a client
 * sent ahead included.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write ends in exceptionCaught, a close in
// channelInactive
final class LlmConnection extends ChannelInboundHandlerAdapter {
  /** No closing of an idle connection. */
  static final long STAY_OPEN = -1;

  private static final Logger LOG = LoggerFactory.getLogger(LlmConnection.class);
  private static final int LARGEST_BODY = 64 << 20;
  private static final String CHAT = "/v1/chat/completions";
  private static final String COMPLETIONS = "/v1/completions";
  private static final String JSON = "application/json";

  private final LlmServer server;
  private final SocketStamps stamps;
  private final long number;
  private final Queue<ReceivedRequest> waiting = new ArrayDeque<>();

  private HttpRequest head;
  private ByteBuf body;
  private long headReceivedNanos;
  private long requests;
  private boolean answering;
  private Exchange current;
  private Future<?> idleTimer;

  LlmConnection(LlmServer server, SocketStamps stamps, long number) {
    this.server = server;
    this.stamps = stamps;
    this.number = number;
  }

  long number() {
    return number;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request) {
        begin(context, request);
      }
      if (message instanceof HttpContent content && head != null) {
        append(context, content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stayOpen();
    dropBody();
    if (current != null) {
      current.connectionClosed();
    }
    for (ReceivedRequest request = waiting.poll(); request != null; request = waiting.poll()) {
      request.body().release();
      if (asksForCompletion(request)) {
        new Exchange(server, this, context, stamps, request).connectionClosed();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error(
          "Cannot go on with connection {}: {} (it is closed)", number, cause.toString(), cause);
    }
    context.close();
  }

  /** The answer of an exchange is written. */
  void exchangeEnded(ChannelHandlerContext context, boolean keepAlive, long closeAfterIdleNanos) {
    current = null;
    answered(context, keepAlive);
    if (closeAfterIdleNanos != STAY_OPEN && !answering && context.channel().isActive()) {
      idleTimer =
          context
              .executor()
              .schedule((Runnable) context::close, closeAfterIdleNanos, TimeUnit.NANOSECONDS);
    }
  }

  void closeBehindWrites(ChannelHandlerContext context) {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    stayOpen();
    stamps.requestBegun();
    headReceivedNanos = stamps.firstByteNanos();
    head = request;
    if (request.decoderResult().isFailure()) {
      head = null;
      answering = true;
      answerPlainly(
          context,
          400,
          AnswerJson.error("Invalid HTTP request", "invalid_request_error", 400),
          "",
          false);
    } else if (HttpUtil.is100ContinueExpected(request)) {
      ByteBuf go = ByteBufUtil.writeAscii(context.alloc(), "HTTP/1.1 100 Continue\r\n\r\n");
      context.writeAndFlush(go, context.voidPromise());
    }
  }

  private void append(ChannelHandlerContext context, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (body == null && last) {
      body = content.content().retain();
    } else {
      if (body == null) {
        body = context.alloc().buffer();
      }
      if (body.readableBytes() + content.content().readableBytes() > LARGEST_BODY) {
        dropBody();
        head = null;
        answering = true;
        answerPlainly(
            context,
            413,
            AnswerJson.error("Invalid body: more than 64 MiB", "invalid_request_error", 413),
            "",
            false);
        return;
      }
      body.writeBytes(content.content());
    }
    if (last) {
      stamps.requestRead();
      waiting.add(
          new ReceivedRequest(head, body, headReceivedNanos, stamps.readNanos(), ++requests));
      head = null;
      body = null;
      answerNext(context);
    }
  }

  private void answerNext(ChannelHandlerContext context) {
    while (!answering && context.channel().isActive() && !waiting.isEmpty()) {
      ReceivedRequest request = waiting.remove();
      answering = true;
      try {
        if (asksForCompletion(request)) {
          current = new Exchange(server, this, context, stamps, request);
          answerCompletion(current);
        } else {
          answerOther(context, request);
        }
      } finally {
        request.body().release();
      }
    }
  }

  private void answered(ChannelHandlerContext context, boolean keepAlive) {
    if (keepAlive) {
      answering = false;
      if (!waiting.isEmpty()) {
        context.executor().execute(() -> answerNext(context));
      }
    } else {
      closeBehindWrites(context);
    }
  }

  private static boolean asksForCompletion(ReceivedRequest request) {
    return request.head().method().equals(HttpMethod.POST)
        && (request.path().equals(CHAT) || request.path().equals(COMPLETIONS));
  }

  private void answerCompletion(Exchange exchange) {
    ReceivedRequest request = exchange.request();
    if (!authorized(request)) {
      new ErrorAnswer(exchange)
          .write(401, "Invalid API key (send Authorization: Bearer KEY)", "authentication_error");
      return;
    }
    try {
      CompletionRequest asked = server.requestReader().read(request.body());
      exchange.asked(asked);
      Overrides overrides =
          Overrides.parse(
              request.header("x-mock-ttft"),
              request.header("x-mock-itl"),
              request.header("x-mock-output-tokens"),
              request.header("x-mock-fault"));
      start(exchange, asked, overrides);
    } catch (BadRequest | IllegalArgumentException e) {
      new ErrorAnswer(exchange).write(400, e.getMessage(), "invalid_request_error");
    }
  }

  private void start(Exchange exchange, CompletionRequest asked, Overrides overrides) {
    ReceivedRequest request = exchange.request();
    String id = request.header("x-request-id");
    RequestScript script =
        server.script().scriptFor(exchange.number(), id, asked.promptTokens(), overrides);
    Fault fault = script.fault();
    exchange.fault(fault);
    if (fault != null && ErrorAnswer.isFor(fault)) {
      new ErrorAnswer(exchange).write(fault);
      return;
    }
    boolean chat = request.path().equals(CHAT);
    long answerId = server.script().seed() ^ ServerScript.keyOf(exchange.number(), id);
    AnswerJson json =
        new AnswerJson(chat, answerId, System.currentTimeMillis() / 1000, asked.model());
    if (asked.stream()) {
      boolean roleAtOnce = server.script().roleChunk() == ServerScript.RoleChunk.AT_ONCE;
      new StreamedAnswer(exchange, asked, script, json, roleAtOnce).run();
    } else {
      new WholeAnswer(exchange, asked, script, json).run();
    }
  }

  private boolean authorized(ReceivedRequest request) {
    return server.apiKey() == null
        || ("Bearer " + server.apiKey()).equals(request.header("authorization"));
  }

  private void answerOther(ChannelHandlerContext context, ReceivedRequest request) {
    boolean get = request.head().method().equals(HttpMethod.GET);
    boolean keepAlive = request.keepAlive();
    switch (request.path()) {
      case "/health" ->
          answerPlainly(context, get ? 200 : 405, get ? "{}" : notAllowed(request), "", keepAlive);
      case "/v1/models" -> {
        if (get && !authorized(request)) {
          answerPlainly(
              context,
              401,
              AnswerJson.error("Invalid API key", "authentication_error", 401),
              "",
              keepAlive);
        } else {
          String body = get ? AnswerJson.models(server.models()) : notAllowed(request);
          answerPlainly(context, get ? 200 : 405, body, "", keepAlive);
        }
      }
      case CHAT, COMPLETIONS ->
          answerPlainly(context, 405, notAllowed(request), "allow: POST\r\n", keepAlive);
      default ->
          answerPlainly(
              context,
              404,
              AnswerJson.error("Not found: " + request.path(), "not_found_error", 404),
              "",
              keepAlive);
    }
  }

  private static String notAllowed(ReceivedRequest request) {
    return AnswerJson.error(
        "Method not allowed: " + request.head().method() + " " + request.path(),
        "invalid_request_error",
        405);
  }

  private void answerPlainly(
      ChannelHandlerContext context,
      int status,
      String json,
      String extraHeaders,
      boolean keepAlive) {
    ByteBuf out = context.alloc().ioBuffer(512);
    byte[] content = json.getBytes(StandardCharsets.UTF_8);
    HttpText.head(out, status, JSON, content.length, extraHeaders, keepAlive);
    out.writeBytes(content);
    context.writeAndFlush(out, context.voidPromise());
    answered(context, keepAlive);
  }

  private void stayOpen() {
    if (idleTimer != null) {
      idleTimer.cancel(false);
      idleTimer = null;
    }
  }

  private void dropBody() {
    if (body != null) {
      body.release();
      body = null;
    }
  }
}
