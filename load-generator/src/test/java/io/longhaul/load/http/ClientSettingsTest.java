package io.longhaul.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.load.time.RunClock;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.util.Timer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.asynchttpclient.AsyncHttpClientConfig;
import org.asynchttpclient.AsyncHttpClientConfig.ResponseBodyPartFactory;
import org.asynchttpclient.LoadBalance;
import org.asynchttpclient.channel.DefaultKeepAliveStrategy;
import org.asynchttpclient.config.AsyncHttpClientConfigHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/** Every option of Async HTTP Client that affects a measurement, one test each. */
@Isolated("one test turns system properties over")
class ClientSettingsTest {

  private static final RunClock CLOCK = System::nanoTime;

  private final ConnectionPool pool = new ConnectionPool(CLOCK, 1);
  private final OffLoopResolvers resolvers =
      new OffLoopResolvers(CLOCK, InetAddress::getAllByName, "names");
  private final List<Channel> made = new ArrayList<>();
  private final Consumer<Channel> newChannel = made::add;
  private EventLoopGroup loop;
  private AsyncHttpClientConfig ahc;

  @BeforeEach
  void describe() {
    loop = LlmClient.newGroup(task -> new Thread(task, "settings-test"));
    ahc = configuration(ClientSettings.DEFAULTS);
  }

  @AfterEach
  void closeLoop() {
    resolvers.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private AsyncHttpClientConfig configuration(ClientSettings settings) {
    return settings.toAhc(loop, pool, resolvers, newChannel);
  }

  // Each request is sent once.

  @Test
  void nothingIsRetried() {
    assertThat(ahc.getMaxRequestRetry()).isZero();
  }

  @Test
  void noRedirectIsFollowed() {
    assertThat(ahc.isFollowRedirect()).isFalse();
    assertThat(ahc.getMaxRedirects()).isZero();
    assertThat(ahc.isStripAuthorizationOnRedirect()).isTrue();
  }

  @Test
  void noCookieIsKept() {
    assertThat(ahc.getCookieStore()).isNull();
  }

  @Test
  void noAuthenticationIsSent() {
    assertThat(ahc.getRealm()).isNull();
  }

  @Test
  void noFiltersAreInstalled() {
    assertThat(ahc.getRequestFilters()).isEmpty();
    assertThat(ahc.getResponseFilters()).isEmpty();
    assertThat(ahc.getIoExceptionFilters()).isEmpty();
  }

  @Test
  void userAgentIsSet() {
    assertThat(ahc.getUserAgent()).isEqualTo("longhaul");
  }

  @Test
  void targetUrlsAreNotEncodedAgain() {
    assertThat(ahc.isDisableUrlEncodingForBoundRequests()).isTrue();
  }

  // Time.

  @Test
  void timeoutsOfTheLibraryAreOff() {
    assertThat(ahc.getRequestTimeout()).isNegative();
    assertThat(ahc.getReadTimeout()).isNegative();
  }

  @Test
  void connectTimeoutIsSet() {
    assertThat(ahc.getConnectTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(ahc.getHandshakeTimeout()).isEqualTo(30_000);
  }

  @Test
  void wheelTimerIsDisabled() {
    Timer timer = ahc.getNettyTimer();
    assertThatThrownBy(() -> timer.newTimeout(timeout -> {}, 1, TimeUnit.SECONDS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("switched off");
    assertThat(timer.stop()).isEmpty();
  }

  // Unchanged bytes.

  @Test
  void nothingIsDecompressed() {
    assertThat(ahc.isEnableAutomaticDecompression()).isFalse();
    assertThat(ahc.isCompressionEnforced()).isFalse();
    assertThat(ahc.isKeepEncodingHeader()).isTrue();
  }

  @Test
  void bodiesAreNotCopied() {
    assertThat(ahc.getResponseBodyPartFactory()).isEqualTo(ResponseBodyPartFactory.LAZY);
  }

  @Test
  void headersAreLimited() {
    assertThat(ahc.getHttpClientCodecMaxInitialLineLength()).isEqualTo(8 * 1024);
    assertThat(ahc.getHttpClientCodecMaxHeaderSize()).isEqualTo(64 * 1024);
    assertThat(ahc.isValidateResponseHeaders()).isTrue();
  }

  @Test
  void readsAreNotSplit() {
    assertThat(ahc.getHttpClientCodecMaxChunkSize()).isEqualTo(64 * 1024);
  }

  @Test
  void waitingBytesAreReadInOneRead() {
    FixedRecvByteBufAllocator reads =
        (FixedRecvByteBufAllocator) option(ChannelOption.RECVBUF_ALLOCATOR);
    assertThat(reads.newHandle().allocate(ByteBufAllocator.DEFAULT))
        .satisfies(
            buffer -> {
              assertThat(buffer.capacity()).isEqualTo(64 * 1024);
              buffer.release();
            });
  }

  private Object option(ChannelOption<?> key) {
    for (Map.Entry<?, ?> option : ahc.getChannelOptions().entrySet()) {
      if (option.getKey().equals(key)) {
        return option.getValue();
      }
    }
    throw new AssertionError("Not set: " + key);
  }

  // Protocol.

  @Test
  void http2IsOff() {
    assertThat(ahc.isHttp2Enabled()).isFalse();
    assertThat(ahc.isHttp2CleartextEnabled()).isFalse();
  }

  // Connections.

  @Test
  void connectionsAreKeptInOurPool() {
    assertThat(ahc.isKeepAlive()).isTrue();
    assertThat(ahc.getChannelPool()).isSameAs(pool);
    assertThat(ahc.getKeepAliveStrategy()).isInstanceOf(DefaultKeepAliveStrategy.class);
  }

  @Test
  void singleUseConnectionIsNotKept() {
    ahc = configuration(ClientFixture.settings(1_000_000, 0, true, true));
    assertThat(ahc.isKeepAlive()).isFalse();
  }

  @Test
  void libraryExpiresNoConnections() {
    assertThat(ahc.getPooledConnectionIdleTimeout()).isNegative();
    assertThat(ahc.getConnectionTtl()).isNegative();
  }

  @Test
  void connectionsAreUnlimited() {
    assertThat(ahc.getMaxConnections()).isEqualTo(-1);
    assertThat(ahc.getMaxConnectionsPerHost()).isEqualTo(-1);
    assertThat(ahc.getAcquireFreeChannelTimeout()).isZero();
  }

  @Test
  void addressesAreTriedInOrder() {
    assertThat(ahc.getLoadBalance()).isEqualTo(LoadBalance.DEFAULT);
    assertThat(ahc.isFailedIpCooldownEnabled()).isFalse();
  }

  @Test
  void hostNamesAreResolvedOffTheLoop() {
    assertThat(ahc.getAddressResolverGroup()).isSameAs(resolvers);
  }

  @Test
  void systemProxyIsNotUsed() {
    assertThat(ahc.getProxyServerSelector().select(null)).isNull();
  }

  // TLS.

  @Test
  void tlsIsVerified() {
    assertThat(ahc.isUseInsecureTrustManager()).isFalse();
    assertThat(ahc.isDisableHttpsEndpointIdentificationAlgorithm()).isFalse();
  }

  @Test
  void tlsVerificationCanBeDisabled() {
    ahc = configuration(ClientFixture.settings(1_000_000, 0, true, false));
    assertThat(ahc.isUseInsecureTrustManager()).isTrue();
    assertThat(ahc.isDisableHttpsEndpointIdentificationAlgorithm()).isTrue();
  }

  @Test
  void tlsIsThatOfTheJdk() {
    assertThat(ahc.isUseOpenSsl()).isFalse();
    assertThat(ahc.getEnabledProtocols()).containsExactly("TLSv1.3", "TLSv1.2");
    assertThat(ahc.getEnabledCipherSuites()).isEmpty();
    assertThat(ahc.isFilterInsecureCipherSuites()).isTrue();
  }

  // Sockets and threads.

  @Test
  void smallWritesAreSentImmediately() {
    assertThat(ahc.isTcpNoDelay()).isTrue();
  }

  @Test
  void tcpKeepAliveIsOn() {
    assertThat(ahc.isSoKeepAlive()).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void deadPeersAreDetectedWithinNinetySeconds() {
    assertThat(option(EpollChannelOption.TCP_KEEPIDLE)).isEqualTo(60);
    assertThat(option(EpollChannelOption.TCP_KEEPINTVL)).isEqualTo(10);
    assertThat(option(EpollChannelOption.TCP_USER_TIMEOUT)).isEqualTo(30_000);
  }

  @Test
  void otherSocketOptionsAreDefaults() {
    assertThat(ahc.isSoReuseAddress()).isFalse();
    assertThat(ahc.getSoLinger()).isEqualTo(-1);
    assertThat(ahc.getSoSndBuf()).isEqualTo(-1);
    assertThat(ahc.getSoRcvBuf()).isEqualTo(-1);
  }

  @Test
  void eventLoopIsOurs() {
    assertThat(ahc.getEventLoopGroup()).isSameAs(loop);
    assertThat(ahc.getIoThreadsCount()).isEqualTo(1);
    assertThat(ahc.getHttpAdditionalChannelInitializer()).isSameAs(newChannel);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @SuppressWarnings("deprecation") // AHC accepts only this kind of group
  void linuxUsesEpoll() {
    try (AhcLlmClient client = new AhcLlmClient("x", CLOCK, ClientSettings.DEFAULTS)) {
      assertThat(client.group).isInstanceOf(EpollEventLoopGroup.class);
    }
  }

  // Completeness.

  @Test
  void systemPropertiesChangeNothing() throws Exception {
    Map<String, String> before = values();
    Properties known = knownProperties();
    try {
      known.forEach((name, value) -> System.setProperty((String) name, otherThan((String) value)));
      AsyncHttpClientConfigHelper.reloadProperties();
      ahc = configuration(ClientSettings.DEFAULTS);
      assertThat(values()).isEqualTo(before);
    } finally {
      known.forEach((name, value) -> System.clearProperty((String) name));
      AsyncHttpClientConfigHelper.reloadProperties();
    }
  }

  private static Properties knownProperties() throws IOException {
    Properties known = new Properties();
    try (InputStream in =
        AsyncHttpClientConfigHelper.class.getResourceAsStream("ahc-default.properties")) {
      known.load(in);
    }
    assertThat(known).hasSizeGreaterThan(50);
    return known;
  }

  private static String otherThan(String value) {
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true") ? "false" : "true";
    }
    if (value.startsWith("PT") || value.startsWith("-PT")) {
      return "PT17S";
    }
    if (value.matches("-?\\d+")) {
      return "17";
    }
    return value.equals("DEFAULT") ? "ROUND_ROBIN" : "other";
  }

  /** Returns the values of all getters. */
  private Map<String, String> values() throws ReflectiveOperationException {
    Map<String, String> values = new TreeMap<>();
    for (Method getter : AsyncHttpClientConfig.class.getMethods()) {
      if (getter.getParameterCount() == 0) {
        Object value = getter.invoke(ahc);
        values.put(
            getter.getName(),
            value instanceof Object[] array ? Arrays.toString(array) : nameOf(value));
      }
    }
    return values;
  }

  /** Objects that are created each time are described by their class. */
  private static String nameOf(Object value) {
    boolean plain =
        value == null
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof String
            || value instanceof Duration
            || value instanceof Enum<?>;
    return plain ? String.valueOf(value) : value.getClass().getName().replaceAll("[/$].*", "");
  }

  // Our own values.

  @Test
  void allInvalidValuesAreReportedTogether() {
    assertThatThrownBy(() -> ClientFixture.settings(0, -1, true, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid connect timeout: 0 ns (whole milliseconds from 1 to 2147483647); Invalid idle"
                + " time of a connection: -1 ns (0 or more)");
    for (long nanos : List.of(1_500_000L, 2_147_483_648_000_000L)) {
      assertThatThrownBy(() -> ClientFixture.settings(nanos, 0, true, true))
          .hasMessageContaining("Invalid connect timeout: " + nanos);
    }
  }
}
