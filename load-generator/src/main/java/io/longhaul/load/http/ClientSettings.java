package io.longhaul.load.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asynchttpclient.AsyncHttpClientConfig;
import org.asynchttpclient.AsyncHttpClientConfig.ResponseBodyPartFactory;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.LoadBalance;
import org.asynchttpclient.channel.ChannelPool;
import org.asynchttpclient.channel.DefaultKeepAliveStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The network settings of a client, and their translation to Async HTTP Client.
 *
 * <p>That library's defaults are made for applications, not for measurements: it retries silently,
 * uses HTTP/2 where possible, gives up after a minute, decompresses responses, and measures time
 * with a wheel timer of 100 ms. Every option is set here, even where its default would be right, so
 * that neither a new version nor a system property changes a measurement.
 *
 * @param connectTimeoutNanos timeout of the TCP connection, of the TLS handshake, and of the first
 *     HTTP/2 frame of the server, each; whole milliseconds, above 0
 * @param keepIdleNanos maximum idle time after which a connection is reused; the server's {@code
 *     Keep-Alive: timeout} may shorten it; 0 means that each connection serves one request, which
 *     then has {@code Connection: close}
 * @param retryStale whether to resend a request once if its reused connection turns out to be
 *     closed
 * @param trust which server certificates are accepted
 * @param proxy proxy for the servers; null for none. HTTP/1.1 only
 */
public record ClientSettings(
    long connectTimeoutNanos,
    long keepIdleNanos,
    boolean retryStale,
    ServerTrust trust,
    @Nullable ForwardProxy proxy) {

  /**
   * 30 s to connect, idle connections kept for 300 s (as in AIPerf), stale connections retried, TLS
   * verified.
   */
  public static final ClientSettings DEFAULTS =
      new ClientSettings(30_000_000_000L, 300_000_000_000L, true, ServerTrust.OF_JAVA, null);

  /** Default {@code User-Agent}. */
  static final String USER_AGENT = "longhaul";

  static final int MAX_STATUS_LINE_BYTES = 8 * 1024;
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /**
   * Large enough that one read takes everything from the socket. Chunks of one read have an unknown
   * gap; two reads in succession would look like a gap of microseconds that never existed.
   */
  static final int READ_BYTES = 64 * 1024;

  static final int KEEPALIVE_AFTER_SECONDS = 60;
  static final int KEEPALIVE_EVERY_SECONDS = 10;
  static final int UNACKNOWLEDGED_MILLIS = 30_000;

  static final String[] TLS_VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Duration NEVER = Duration.ofMillis(-1);

  /**
   * Validates the settings.
   *
   * @throws IllegalArgumentException if values are out of bounds; the message lists all of them
   */
  public ClientSettings {
    List<String> problems = new ArrayList<>();
    long connectMillis = connectTimeoutNanos / NANOS_PER_MILLI;
    if (connectMillis < 1
        || connectMillis > Integer.MAX_VALUE
        || connectTimeoutNanos % NANOS_PER_MILLI != 0) {
      problems.add(
          "Invalid connect timeout: "
              + connectTimeoutNanos
              + " ns (whole milliseconds from 1 to 2147483647)");
    }
    if (keepIdleNanos < 0) {
      problems.add("Invalid idle time of a connection: " + keepIdleNanos + " ns (0 or more)");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** Converts these settings for Async HTTP Client, with our event loop and connection pool. */
  AsyncHttpClientConfig toAhc(
      EventLoopGroup loop,
      ChannelPool pool,
      AddressResolverGroup<InetSocketAddress> resolvers,
      Consumer<Channel> newChannel) {
    int connectMillis = (int) (connectTimeoutNanos / NANOS_PER_MILLI);
    DefaultAsyncHttpClientConfig.Builder ahc = new DefaultAsyncHttpClientConfig.Builder();

    // Each request is sent once: no retries, redirects, authentication or cookies that were not
    // configured.
    ahc.setMaxRequestRetry(0)
        .setFollowRedirect(false)
        .setMaxRedirects(0)
        .setStrict302Handling(true)
        .setStripAuthorizationOnRedirect(true)
        .setCookieStore(null)
        .setExpiredCookieEvictionDelay(Integer.MAX_VALUE)
        .setUseLaxCookieEncoder(false)
        .setUserAgent(USER_AGENT)
        .setDisableUrlEncodingForBoundRequests(true);

    // Only the event loop's clock: the timeouts of Async HTTP Client are off, and its wheel timer
    // is never created.
    ahc.setRequestTimeout(NEVER)
        .setReadTimeout(NEVER)
        .setConnectTimeout(Duration.ofMillis(connectMillis))
        .setHandshakeTimeout(connectMillis)
        .setNettyTimer(RefusingTimer.INSTANCE)
        .setHashedWheelTickDuration(100)
        .setHashedWheelSize(512);

    // Bytes unchanged: requests ask for the identity encoding, and nothing is decompressed.
    ahc.setEnableAutomaticDecompression(false)
        .setCompressionEnforced(false)
        .setKeepEncodingHeader(true)
        .setMaxDecompressedResponseSize(1)
        .setResponseBodyPartFactory(ResponseBodyPartFactory.LAZY)
        .setHttpClientCodecMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
        .setHttpClientCodecMaxHeaderSize(MAX_HEAD_BYTES)
        .setHttpClientCodecMaxChunkSize(READ_BYTES)
        .setHttpClientCodecInitialBufferSize(256)
        .setValidateResponseHeaders(true);

    // HTTP/1.1 only. The other options of this block have no effect as long as that is so.
    ahc.setHttp2Enabled(false)
        .setHttp2CleartextEnabled(false)
        .setHttp2InitialWindowSize(65_535)
        .setHttp2MaxFrameSize(16_384)
        .setHttp2HeaderTableSize(4_096)
        .setHttp2MaxHeaderListSize(8_192)
        .setHttp2MaxConcurrentStreams(-1)
        .setHttp2MaxDecompressedResponseSize(1)
        .setHttp2PingInterval(Duration.ZERO)
        .setEnablewebSocketCompression(false)
        .setAggregateWebSocketFrameFragments(true)
        .setWebSocketMaxBufferSize(1)
        .setWebSocketMaxFrameSize(1);

    // As many connections as the load needs; our own pool decides which one is reused.
    ahc.setKeepAlive(keepIdleNanos > 0)
        .setKeepAliveStrategy(new DefaultKeepAliveStrategy())
        .setChannelPool(pool)
        .setPooledConnectionIdleTimeout(NEVER)
        .setConnectionTtl(NEVER)
        .setConnectionPoolCleanerPeriod(Duration.ofDays(1))
        .setMaxConnections(-1)
        .setMaxConnectionsPerHost(-1)
        .setAcquireFreeChannelTimeout(0)
        .setLoadBalance(LoadBalance.DEFAULT)
        .setFailedIpCooldownEnabled(false)
        .setFailedIpCooldownPeriod(Duration.ZERO)
        .setUseProxySelector(false)
        .setUseProxyProperties(false);

    // A TLS context is the only way to configure authorities; the library checks the server's name
    // itself.
    ahc.setUseOpenSsl(false)
        .setSslContext(
            trust.authorities().isEmpty()
                ? null
                : trust.clientContext(ApplicationProtocolConfig.DISABLED))
        .setUseInsecureTrustManager(trust.anyCertificate())
        .setDisableHttpsEndpointIdentificationAlgorithm(trust.anyCertificate())
        .setEnabledProtocols(TLS_VERSIONS.clone())
        .setEnabledCipherSuites(new String[0])
        .setFilterInsecureCipherSuites(true)
        .setSslSessionCacheSize(0)
        .setSslSessionTimeout(0);

    ahc.setTcpNoDelay(true)
        .setSoKeepAlive(true)
        .setSoReuseAddress(false)
        .setSoLinger(-1)
        .setSoSndBuf(-1)
        .setSoRcvBuf(-1)
        .setAllocator(ByteBufAllocator.DEFAULT)
        .addChannelOption(
            ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
        .setDisableZeroCopy(false)
        .setChunkedFileChunkSize(8_192);

    // A peer that has disappeared silently is detected after 90 s rather than after hours.
    if (Epoll.isAvailable()) {
      ahc.addChannelOption(EpollChannelOption.TCP_KEEPIDLE, KEEPALIVE_AFTER_SECONDS)
          .addChannelOption(EpollChannelOption.TCP_KEEPINTVL, KEEPALIVE_EVERY_SECONDS)
          .addChannelOption(EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
    }

    // The event loop is ours; its transport was chosen when it was created.
    ahc.setEventLoopGroup(loop)
        .setAddressResolverGroup(resolvers)
        .setHttpAdditionalChannelInitializer(newChannel)
        .setIoThreadsCount(1)
        .setThreadPoolName("unused")
        .setUseNativeTransport(false)
        .setUseOnlyEpollNativeTransport(false)
        .setShutdownQuietPeriod(Duration.ZERO)
        .setShutdownTimeout(Duration.ZERO);
    return ahc.build();
  }
}
