package io.longhaul.load.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.resolver.AddressResolverGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.asynchttpclient.AsyncHttpClientConfig;
import org.asynchttpclient.AsyncHttpClientConfig.ResponseBodyPartFactory;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.LoadBalance;
import org.asynchttpclient.channel.ChannelPool;
import org.asynchttpclient.channel.DefaultKeepAliveStrategy;

/**
 * How a client behaves on the network, and the one place that says so to Async HTTP Client.
 *
 * <p>That library's defaults are made for applications, not for measuring: it retries in silence,
 * speaks HTTP/2 where it can, gives up after a minute, unpacks what it reads and keeps time with a
 * wheel of 100 ms. Each of its options is set here, also where its default would do, so that
 * neither a new version nor a system property changes a measurement.
 *
 * @param connectTimeoutNanos for the TCP connection, again for the TLS handshake, and again for an
 *     HTTP/2 server's first word; whole milliseconds, above 0
 * @param keepIdleNanos a connection idle for longer is not used again; a server's own {@code
 *     Keep-Alive: timeout} may shorten it; 0 = every connection serves one request, which says so
 *     ({@code Connection: close})
 * @param retryStale whether a request goes out once more when the kept connection that it was sent
 *     on turns out to be closed
 * @param trust which certificates of servers are accepted
 * @param proxy through which servers are asked; null for none. HTTP/1.1 only
 */
public record ClientSettings(
    long connectTimeoutNanos,
    long keepIdleNanos,
    boolean retryStale,
    ServerTrust trust,
    ForwardProxy proxy) {

  /**
   * 30 s to connect, connections kept idle for 300 s (AIPerf's figure), stale ones retried, TLS
   * verified.
   */
  public static final ClientSettings DEFAULTS =
      new ClientSettings(30_000_000_000L, 300_000_000_000L, true, true);

  /** Sent when the request brings no {@code User-Agent} of its own. */
  static final String USER_AGENT = "longhaul";

  static final int MAX_STATUS_LINE_BYTES = 8 * 1024;
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /**
   * All that waits in the socket should come in one read: parts of one read have an unknown gap,
   * while two reads in a row would look like a gap of microseconds that never was.
   */
  static final int READ_BYTES = 64 * 1024;

  static final int KEEPALIVE_AFTER_SECONDS = 60;
  static final int KEEPALIVE_EVERY_SECONDS = 10;
  static final int UNACKNOWLEDGED_MILLIS = 30_000;

  static final String[] TLS_VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Duration NEVER = Duration.ofMillis(-1);

  /**
   * Without a proxy.
   *
   * @param verifyTls whether a server's certificate and its name are checked, as Java does
   */
  public ClientSettings(
      long connectTimeoutNanos, long keepIdleNanos, boolean retryStale, boolean verifyTls) {
    this(
        connectTimeoutNanos,
        keepIdleNanos,
        retryStale,
        verifyTls ? ServerTrust.OF_JAVA : ServerTrust.ANY,
        null);
  }

  /**
   * @throws IllegalArgumentException naming every value that is out of bounds
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

  /** These settings as Async HTTP Client wants to be told, on a loop and a pool of ours. */
  AsyncHttpClientConfig toAhc(
      EventLoopGroup loop,
      ChannelPool pool,
      AddressResolverGroup<InetSocketAddress> resolvers,
      Consumer<Channel> newChannel) {
    int connectMillis = (int) (connectTimeoutNanos / NANOS_PER_MILLI);
    DefaultAsyncHttpClientConfig.Builder ahc = new DefaultAsyncHttpClientConfig.Builder();

    // What is sent is sent once: no retry, no redirect, no login, no cookie that we did not ask
    // for.
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

    // No clock but the loop's: AHC's own limits are off, and its wheel timer is never made.
    ahc.setRequestTimeout(NEVER)
        .setReadTimeout(NEVER)
        .setConnectTimeout(Duration.ofMillis(connectMillis))
        .setHandshakeTimeout(connectMillis)
        .setNettyTimer(RefusingTimer.INSTANCE)
        .setHashedWheelTickDuration(100)
        .setHashedWheelSize(512);

    // Bytes as they came: we ask for identity and unpack nothing.
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

    // HTTP/1.1 only. The rest of this block says nothing as long as that is so.
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

    // As many connections as the plan asks for; which one is used again is our pool's decision.
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

    ahc.setUseOpenSsl(false)
        .setSslContext(trust.authorities().isEmpty() ? null : tlsOfTrusted())
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

    // A peer that vanished without a word is missed after a minute and a half, not after hours.
    if (Epoll.isAvailable()) {
      ahc.addChannelOption(EpollChannelOption.TCP_KEEPIDLE, KEEPALIVE_AFTER_SECONDS)
          .addChannelOption(EpollChannelOption.TCP_KEEPINTVL, KEEPALIVE_EVERY_SECONDS)
          .addChannelOption(EpollChannelOption.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLIS);
    }

    // The loop is ours: which transport it has was decided when it was made.
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

  /** The library takes authorities in no other way; it checks the server's name itself. */
  private SslContext tlsOfTrusted() {
    try {
      return trust
          .applyTo(SslContextBuilder.forClient())
          .sslProvider(SslProvider.JDK)
          .protocols(TLS_VERSIONS)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot speak TLS: " + e.getMessage(), e);
    }
  }
}
