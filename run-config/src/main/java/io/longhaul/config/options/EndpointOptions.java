package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.config.value.ApiKey;
import io.longhaul.config.value.CaFile;
import io.longhaul.config.value.CompletionValues;
import io.longhaul.load.TargetConnections;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.protobuf.GrpcMethod;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.endpoint.request.ExtraInputs;
import io.longhaul.load.endpoint.request.TritonBackend;
import io.longhaul.load.plan.server.ConnectionReuse;
import io.longhaul.load.plan.server.HttpVersion;
import io.longhaul.load.plan.server.ModelSelection;
import io.longhaul.load.plan.server.PemCertificates;
import io.longhaul.load.plan.server.RequestPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.plan.server.TargetPlan;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the endpoint: servers, API, models, credentials and connections. */
final class EndpointOptions {
  private static final String HTTP = "http://";
  static final String PROXY = "--proxy";
  private static final String TRANSPORT = "--transport";
  private static final String HTTP_VERSION = "--http-version";
  private static final String URL_STRATEGY = "--url-strategy";
  private static final String GRPC_METHOD = "--grpc-method";

  /** Descriptors of more than a thousand files are smaller. */
  private static final long MOST_DESCRIPTOR_BYTES = 16L << 20;

  @Option(
      names = {"-m", "--model", "--model-names"},
      paramLabel = "NAME",
      hideParamSyntax = true,
      split = ",",
      description = "Model to request. Separate several with commas or repeat the option.")
  List<String> models = new ArrayList<>();

  @Yaml("models.strategy")
  @Option(
      names = "--model-selection-strategy",
      paramLabel = "S",
      description =
          "How to select a model for each request if there are several: round_robin or random."
              + " Default: round_robin")
  OptionValue.@Nullable Word<ModelSelection> modelSelection;

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL...",
      hideParamSyntax = true,
      arity = "1..*",
      split = ",",
      description =
          "Base URL of the server; separate several with commas. Each session (a request or a"
              + " conversation) uses the next one. Default: http://localhost:8000 (port 8001 for"
              + " gRPC)")
  List<String> urls = new ArrayList<>();

  @Yaml("endpoint.type")
  @Option(
      names = "--endpoint-type",
      completionCandidates = CompletionValues.EndpointTypes.class,
      paramLabel = "TYPE",
      description =
          "API to use, such as chat, completions or embeddings. To list all types, give an unknown"
              + " name. Default: chat")
  @Nullable String endpointType;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "For KServe endpoint types: the Triton backend that runs the model, tensorrtllm or vllm."
              + " Default: tensorrtllm")
  OptionValue.@Nullable Word<TritonBackend> backend;

  @Option(
      names = GRPC_METHOD,
      paramLabel = "METHOD",
      description = "gRPC method to call with endpoint type dynamic_grpc: package.Service/Method.")
  @Nullable String grpcMethod;

  @Needs(GRPC_METHOD)
  @Option(
      names = "--grpc-descriptor",
      paramLabel = "FILE",
      description =
          "File with the message types of --grpc-method, written by protoc --include_imports"
              + " --descriptor_set_out. Default: the server's reflection")
  @Nullable String grpcDescriptor;

  @Yaml("endpoint.path")
  @Option(
      names = {"--endpoint", "--custom-endpoint"},
      paramLabel = "PATH",
      description =
          "Path to request instead of the default path of the endpoint type, such as /v2/chat.")
  @Nullable String path;

  @Yaml("endpoint.streaming")
  @Option(
      names = "--streaming",
      description =
          "Request streamed responses. Time to first token is only measured with this option.")
  boolean streaming;

  @Yaml("endpoint.apiKey")
  @Option(
      names = ApiKey.OPTION,
      paramLabel = "KEY",
      description =
          "API key, sent as 'Authorization: Bearer KEY' or in the header that the API requires."
              + " Other users of this machine can see it on the command line; --api-key-file or the"
              + " environment variable "
              + ApiKey.VARIABLE
              + " is safer.")
  @Nullable String apiKey;

  @Option(
      names = ApiKey.FILE_OPTION,
      paramLabel = "FILE",
      description = "File that contains only the API key.")
  @Nullable String apiKeyFile;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME:VALUE...",
      hideParamSyntax = true,
      arity = "1..*",
      description = "Additional HTTP header, or a JSON object with several. May be repeated.")
  List<String> headers = new ArrayList<>();

  @Option(
      names = "--extra-inputs",
      paramLabel = "NAME:VALUE...",
      hideParamSyntax = true,
      arity = "1..*",
      description =
          "Additional field of each request body, or a JSON object with several. May be repeated.")
  List<String> extraInputs = new ArrayList<>();

  @Yaml("endpoint.timeout")
  @Option(
      names = "--request-timeout-seconds",
      description = "Maximum time for a request, including connecting. Default: 21600")
  OptionValue.@Nullable Seconds requestTimeoutSeconds;

  @Yaml("endpoint.useLegacyMaxTokens")
  @Option(
      names = "--use-legacy-max-tokens",
      description = "Send max_tokens instead of max_completion_tokens in chat requests.")
  boolean useLegacyMaxTokens;

  @Option(
      names = HTTP_VERSION,
      paramLabel = "V",
      description =
          "HTTP version: 1.1; or 2, with many concurrent requests on each connection. Default: 1.1,"
              + " and 2 for gRPC")
  OptionValue.@Nullable Word<HttpVersion> httpVersion;

  @Yaml("endpoint.connectionReuse")
  @Option(
      names = "--connection-reuse-strategy",
      paramLabel = "S",
      description =
          "How connections are reused: pooled, shared by all requests; sticky-user-sessions, one"
              + " per session; or never, one per request. Default: pooled")
  OptionValue.@Nullable Word<ConnectionReuse> connectionReuse;

  @Option(
      names = "--no-stale-retry",
      description =
          "Do not retry a request if the server had already closed the reused connection. By"
              + " default, it is retried once.")
  boolean noStaleRetry;

  @Option(
      names = PROXY,
      paramLabel = "URL",
      description =
          "Forward proxy for requests (HTTP/1.1 only), for example http://USER:PASSWORD@proxy:3128."
              + " Default: none; environment variables such as HTTP_PROXY are ignored")
  @Nullable String proxy;

  @Yaml("endpoint.transport")
  @Option(
      names = {TRANSPORT, "--transport-type"},
      paramLabel = "T",
      description =
          "Transport protocol. The only value is http; endpoint types that use gRPC do not"
              + " accept this option. Default: http; gRPC for endpoint types that use it")
  @Nullable String transport;

  @Yaml("endpoint.urlStrategy")
  @Option(
      names = URL_STRATEGY,
      paramLabel = "S",
      description =
          "How to select a URL for each session if there are several: round_robin. Default:"
              + " round_robin")
  @Nullable String urlStrategy;

  @Yaml("endpoint.sessionHeader")
  @Option(
      names = "--session-header",
      description =
          "HTTP header that identifies the session of a request. Default: X-Correlation-ID")
  @Nullable String sessionHeader;

  @Option(
      names = CaFile.OPTION,
      paramLabel = "FILE",
      description =
          "PEM file with the trusted certificates, of certificate authorities or of the servers"
              + " themselves. No others are trusted. Default: the certificate authorities that Java"
              + " trusts")
  @Nullable String caFile;

  @Option(
      names = CaFile.INSECURE,
      description = "Accept any server certificate without verifying it.")
  boolean insecure;

  /**
   * The endpoint type with the method that {@link #readContent} found, or null without a method.
   */
  private @Nullable EndpointType calling;

  /** Whether a method was named but not found, which {@link #readContent} reports. */
  boolean lacksMethod;

  private ExtraInputs extras = ExtraInputs.NONE;

  /**
   * Returns the servers, and how connections to them are used.
   *
   * @param secretHeaders headers that are not part of the plan, to which this method adds
   */
  TargetPlan target(Map<String, Secret> secretHeaders, OptionProblems problems) {
    List<String> bases = urls.stream().flatMap(url -> url(url, problems).stream()).toList();
    if (endpointType != null) {
      checkEndpointType(endpointType, problems);
    }
    List<X509Certificate> authorities = CaFile.read(caFile, insecure, problems);
    requireOnly("http", TRANSPORT, transport, problems);
    if (transport != null && type().speaksGrpc()) {
      problems.invalid(TRANSPORT, transport, type().typedName() + " is spoken over gRPC");
    }
    requireOnly("round_robin", URL_STRATEGY, urlStrategy, problems);
    checkHttpVersion(problems);
    return new TargetPlan(
        bases.isEmpty() ? List.of(type().defaultUrl()) : bases,
        path,
        plainHeaders(secretHeaders, problems),
        OptionValue.of(requestTimeoutSeconds, TargetPlan.DEFAULT_REQUEST_TIMEOUT_NANOS),
        OptionValue.of(httpVersion, HttpVersion.HTTP_1_1),
        OptionValue.of(connectionReuse, ConnectionReuse.POOLED),
        !noStaleRetry,
        insecure,
        authorities.isEmpty() ? null : PemCertificates.write(authorities),
        proxyUrl(secretHeaders, problems),
        sessionHeader == null ? TargetPlan.DEFAULT_SESSION_HEADER : sessionHeader.strip());
  }

  /** Reads the extra inputs and the gRPC method, on which the other methods depend. */
  void readContent(
      TargetPlan target,
      Map<String, Secret> secretHeaders,
      PreflightCache found,
      OptionProblems problems) {
    try {
      extras = ExtraInputs.parse(extraInputs);
    } catch (IllegalArgumentException e) {
      String.valueOf(e.getMessage()).lines().forEach(problems::add);
    }
    readMethod(target, secretHeaders, found, problems);
  }

  /** Returns the content of all requests apart from their prompts. */
  RequestPlan request(boolean useServerTokenCount, boolean leastTokensToo) {
    return new RequestPlan(
        type(),
        models.stream().map(String::strip).toList(),
        OptionValue.of(modelSelection, ModelSelection.ROUND_ROBIN),
        streaming,
        extras,
        useServerTokenCount,
        useLegacyMaxTokens,
        OptionValue.orNull(backend),
        leastTokensToo);
  }

  private void readMethod(
      TargetPlan target,
      Map<String, Secret> secretHeaders,
      PreflightCache found,
      OptionProblems problems) {
    if (grpcMethod != null && !type().equals(Endpoints.DYNAMIC_GRPC)) {
      problems.invalid(GRPC_METHOD, grpcMethod, "only with endpoint type dynamic_grpc");
    } else if (grpcMethod != null) {
      try {
        calling = Endpoints.calling(method(grpcMethod.strip(), target, secretHeaders, found));
      } catch (IllegalArgumentException e) {
        lacksMethod = true;
        problems.addMessageOf(e);
      }
    }
  }

  /** Returns the method with the types from the file, or else from the server. */
  private GrpcMethod method(
      String name, TargetPlan target, Map<String, Secret> secretHeaders, PreflightCache found) {
    if (grpcDescriptor == null) {
      return found.method(name, target, secretHeaders);
    }
    Path file = Path.of(grpcDescriptor);
    try {
      if (Files.size(file) > MOST_DESCRIPTOR_BYTES) {
        throw new IOException("it has more than " + (MOST_DESCRIPTOR_BYTES >> 20) + " MB");
      }
      return GrpcMethod.of(name, Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "Cannot read " + file + ": there is no such file (check its path)", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns whether responses consist of tokens. */
  boolean producesTokens() {
    return type().producesTokens(new DialectOptions(useLegacyMaxTokens, extras));
  }

  /** Returns whether tokens are counted, in requests or in responses. */
  boolean countsTokens() {
    return type().countsTokens(new DialectOptions(useLegacyMaxTokens, extras));
  }

  /**
   * Returns the headers that are not part of the plan: the one with the API key, and those to which
   * {@link #target} adds secret headers.
   */
  Map<String, Secret> key(Map<String, String> environment, OptionProblems problems) {
    Map<String, Secret> secretHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    ApiKey.find(apiKey, apiKeyFile, environment, problems)
        .map(type()::keyHeader)
        .ifPresent(header -> secretHeaders.put(header.getKey(), Secret.of(header.getValue())));
    return secretHeaders;
  }

  private Optional<String> url(String url, OptionProblems problems) {
    String stripped = url.strip();
    String whole = stripped.contains("://") ? stripped : "http://" + stripped;
    if (type().speaksGrpc()) {
      whole = whole.replaceFirst("^grpc(s?)://", "http$1://");
    }
    String shown = CommandLineText.withoutUser(whole);
    if (!shown.equals(whole)) {
      problems.invalid("--url", shown, "a URL without a user; use --header Authorization:…");
      return Optional.empty();
    }
    return Optional.of(whole);
  }

  /**
   * Returns the URL of the proxy, or null without one. Its user is sent in a header, which is
   * treated as a secret.
   */
  private @Nullable String proxyUrl(Map<String, Secret> secretHeaders, OptionProblems problems) {
    if (proxy == null) {
      return null;
    }
    String stripped = proxy.strip();
    String whole = stripped.contains("://") ? stripped : HTTP + stripped;
    int at = whole.lastIndexOf('@');
    if (!whole.startsWith(HTTP)) {
      problems.invalid(PROXY, CommandLineText.withoutProxyUser(whole), "http://HOST:PORT");
      return null;
    }
    if (at < 0) {
      return whole;
    }
    byte[] user = decoded(whole.substring(HTTP.length(), at)).getBytes(UTF_8);
    String credentials = "Basic " + Base64.getEncoder().encodeToString(user);
    secretHeaders.put(TargetConnections.PROXY_AUTHORIZATION, Secret.of(credentials));
    return HTTP + whole.substring(at + 1);
  }

  /** Decodes {@code %XX}; any other percent sign is unchanged. */
  private static String decoded(String user) {
    try {
      return URLDecoder.decode(user.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return user;
    }
  }

  private static void requireOnly(
      String word, String option, @Nullable String typed, OptionProblems problems) {
    if (typed != null && !typed.strip().toLowerCase(Locale.ROOT).replace('-', '_').equals(word)) {
      problems.invalid(option, typed, word);
    }
  }

  private void checkHttpVersion(OptionProblems problems) {
    Optional<HttpVersion> version = OptionValue.of(httpVersion);
    if (version.isPresent() && type().speaksGrpc() && version.get() != HttpVersion.HTTP_2) {
      problems.invalid(HTTP_VERSION, httpVersion, type().typedName() + " is spoken over gRPC: 2");
    }
  }

  private static void checkEndpointType(String endpointType, OptionProblems problems) {
    try {
      Endpoints.named(endpointType);
    } catch (IllegalArgumentException e) {
      problems.addMessageOf(e);
    }
  }

  /** Returns the endpoint type; chat if the name is invalid, which {@link #target} reports. */
  EndpointType type() {
    if (calling != null) {
      return calling;
    }
    try {
      return endpointType == null ? Endpoints.CHAT : Endpoints.named(endpointType);
    } catch (IllegalArgumentException reportedElsewhere) {
      return Endpoints.CHAT;
    }
  }

  /** Returns the headers that are not secret, in the order given. */
  private Map<String, String> plainHeaders(
      Map<String, Secret> secretHeaders, OptionProblems problems) {
    Map<String, String> plain = new LinkedHashMap<>();
    HeaderValues.read(headers, problems)
        .forEach(
            (name, value) -> {
              if (HeaderValues.isSecret(name)) {
                secretHeaders.put(name, Secret.of(value));
              } else {
                plain.put(name, value);
              }
            });
    return plain;
  }
}
