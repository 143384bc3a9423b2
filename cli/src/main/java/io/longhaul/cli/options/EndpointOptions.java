package io.longhaul.cli.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.load.TargetConnections;
import io.longhaul.load.endpoint.DialectOptions;
import io.longhaul.load.endpoint.EndpointType;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.ExtraInputs;
import io.longhaul.load.endpoint.GrpcMethod;
import io.longhaul.load.endpoint.TritonBackend;
import io.longhaul.load.plan.ConnectionReuse;
import io.longhaul.load.plan.HttpVersion;
import io.longhaul.load.plan.ModelSelection;
import io.longhaul.load.plan.PemCertificates;
import io.longhaul.load.plan.RunPlanBuilder;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.plan.TargetPlan;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Where requests go and what they say. */
final class EndpointOptions {
  private static final String HTTP = "http://";
  static final String PROXY = "--proxy";
  private static final String TRANSPORT = "--transport";
  private static final String HTTP_VERSION = "--http-version";
  private static final String URL_STRATEGY = "--url-strategy";
  private static final String GRPC_METHOD = "--grpc-method";
  private static final String GRPC_DESCRIPTOR = "--grpc-descriptor";

  /** Descriptors of more than a thousand files are shorter. */
  private static final long MOST_DESCRIPTOR_BYTES = 16L << 20;

  @Option(
      names = {"-m", "--model", "--model-names"},
      paramLabel = "NAME",
      hideParamSyntax = true,
      split = ",",
      description = "Model to load; several by comma or repeated, asked in turn.")
  List<String> models = new ArrayList<>();

  @Option(
      names = "--model-selection-strategy",
      paramLabel = "S",
      description = "Which of several models is asked: round_robin or random. Default: round_robin")
  String modelSelection;

  @Option(
      names = {"-u", "--url"},
      paramLabel = "URL...",
      hideParamSyntax = true,
      arity = "1..*",
      split = ",",
      description =
          "Base URL of the server; several are used in turn. Default: http://localhost:8000, for"
              + " gRPC http://localhost:8001")
  List<String> urls = new ArrayList<>();

  @Option(
      names = "--endpoint-type",
      completionCandidates = CompletionWords.EndpointTypes.class,
      paramLabel = "TYPE",
      description =
          "API to speak, such as completions or embeddings; a wrong name lists all. Default: chat")
  String endpointType;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "What Triton runs the model with, for endpoint types of KServe: tensorrtllm or vllm."
              + " Default: tensorrtllm")
  String backend;

  @Option(
      names = GRPC_METHOD,
      paramLabel = "METHOD",
      description = "The method that endpoint type dynamic_grpc calls: package.Service/Method.")
  String grpcMethod;

  @Option(
      names = GRPC_DESCRIPTOR,
      paramLabel = "FILE",
      description =
          "Its types, as protoc --include_imports --descriptor_set_out writes them. Default: the"
              + " server's reflection")
  String grpcDescriptor;

  @Option(
      names = {"--endpoint", "--custom-endpoint"},
      paramLabel = "PATH",
      description = "Path that replaces the API's own, such as /v2/chat.")
  String path;

  @Option(
      names = "--streaming",
      description = "Ask for streamed answers; without it there is no time to first token.")
  boolean streaming;

  @Option(
      names = ApiKey.OPTION,
      paramLabel = "KEY",
      description =
          "Sent as 'Authorization: Bearer KEY', or as the API wants it. Others on this machine can"
              + " see it; a file or the variable "
              + ApiKey.VARIABLE
              + " is safer.")
  String apiKey;

  @Option(
      names = ApiKey.FILE_OPTION,
      paramLabel = "FILE",
      description = "File with the key, and nothing else in it.")
  String apiKeyFile;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME:VALUE...",
      hideParamSyntax = true,
      arity = "1..*",
      description = "Further HTTP header, or one JSON object of them; may be repeated.")
  List<String> headers = new ArrayList<>();

  @Option(
      names = "--extra-inputs",
      paramLabel = "NAME:VALUE...",
      hideParamSyntax = true,
      arity = "1..*",
      description = "Further member of each request's body, or one JSON object of them.")
  List<String> extraInputs = new ArrayList<>();

  @Option(
      names = "--request-timeout-seconds",
      paramLabel = "SECONDS",
      description = "Limit of one request, connecting included. Default: 21600")
  String requestTimeoutSeconds;

  @Option(
      names = "--use-legacy-max-tokens",
      description = "Chat sends max_tokens instead of max_completion_tokens.")
  boolean useLegacyMaxTokens;

  @Option(
      names = HTTP_VERSION,
      paramLabel = "V",
      description =
          "HTTP that is spoken: 1.1; or 2, with many requests on one connection. Default: 1.1, and"
              + " 2 for gRPC")
  String httpVersion;

  @Option(
      names = "--connection-reuse-strategy",
      paramLabel = "S",
      description =
          "Connections: pooled ones, used again and again; sticky-user-sessions, one for each"
              + " session; or never the same one twice. Default: pooled")
  String connectionReuse;

  @Option(
      names = "--no-stale-retry",
      description = "A kept connection that the server had closed is an error, not a second try.")
  boolean noStaleRetry;

  @Option(
      names = PROXY,
      paramLabel = "URL",
      description =
          "Forward proxy that servers are asked through, such as http://USER:PASSWORD@proxy:3128;"
              + " HTTP/1.1 only. Default: none, whatever variables say")
  String proxy;

  @Option(
      names = {TRANSPORT, "--transport-type"},
      paramLabel = "T",
      description = "How servers are spoken to: http. Default: http, or gRPC where the API says so")
  String transport;

  @Option(
      names = URL_STRATEGY,
      paramLabel = "S",
      description = "Which of several URLs a session goes to: round_robin. Default: round_robin")
  String urlStrategy;

  @Option(
      names = "--session-header",
      paramLabel = "NAME",
      description = "Header that names a request's session. Default: X-Correlation-ID")
  String sessionHeader;

  @Option(
      names = CaFile.OPTION,
      paramLabel = "FILE",
      description =
          "Accept certificates of the authorities in this PEM file, or the servers' own in it, and"
              + " no others. Default: the authorities that Java trusts")
  String caFile;

  @Option(names = CaFile.INSECURE, description = "Accept any certificate.")
  boolean insecure;

  /** What {@link #addTo} found; null where no method is named. */
  private EndpointType calling;

  private boolean lacksMethod;
  private ExtraInputs extras = ExtraInputs.NONE;

  void addTo(
      RunPlanBuilder plan,
      Map<String, Secret> secretHeaders,
      FoundOut found,
      Numbers numbers,
      OptionProblems problems) {
    models.forEach(model -> plan.model(model.strip()));
    urls.forEach(url -> addUrl(url, plan, problems));
    if (endpointType != null) {
      addEndpointType(plan, problems);
    }
    if (path != null) {
      plan.path(path);
    }
    plan.streaming(streaming)
        .useLegacyMaxTokens(useLegacyMaxTokens)
        .staleRetry(!noStaleRetry)
        .insecureTls(insecure);
    List<X509Certificate> authorities = CaFile.read(caFile, insecure, problems);
    if (!authorities.isEmpty()) {
      plan.caCertificates(PemCertificates.write(authorities));
    }
    numbers
        .seconds("--request-timeout-seconds", requestTimeoutSeconds)
        .ifPresent(plan::requestTimeoutNanos);
    if (sessionHeader != null) {
      plan.sessionHeader(sessionHeader.strip());
    }
    requireOnly("http", TRANSPORT, transport, problems);
    if (transport != null && type().speaksGrpc()) {
      problems.invalid(TRANSPORT, transport, type().typedName() + " is spoken over gRPC");
    }
    requireOnly("round_robin", URL_STRATEGY, urlStrategy, problems);
    addBackend(plan, problems);
    addModelSelection(plan, problems);
    addHttpVersion(plan, problems);
    addConnectionReuse(plan, problems);
    addHeaders(plan, secretHeaders, problems);
    addProxy(plan, secretHeaders, problems);
    addExtraInputs(plan, problems);
    addMethod(plan, secretHeaders, found, problems);
  }

  private void addMethod(
      RunPlanBuilder plan,
      Map<String, Secret> secretHeaders,
      FoundOut found,
      OptionProblems problems) {
    if (grpcMethod == null && grpcDescriptor != null) {
      problems.needs(GRPC_DESCRIPTOR, grpcDescriptor, GRPC_METHOD);
    } else if (grpcMethod != null && !type().equals(Endpoints.DYNAMIC_GRPC)) {
      problems.invalid(
          GRPC_METHOD, grpcMethod, "endpoint type dynamic_grpc; others have their own");
    } else if (grpcMethod != null) {
      try {
        calling = Endpoints.calling(method(plan.target(), secretHeaders, found));
        plan.endpointType(calling);
      } catch (IllegalArgumentException e) {
        lacksMethod = true;
        problems.add(e.getMessage());
      }
    }
  }

  /** As the file says, or else the server. */
  private GrpcMethod method(TargetPlan target, Map<String, Secret> secretHeaders, FoundOut found) {
    String name = grpcMethod.strip();
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

  /** Whether a method was named of which nothing could be learned, which {@link #addTo} tells. */
  boolean lacksMethod() {
    return lacksMethod;
  }

  /** Whether the server is asked for the types of a method. */
  boolean asksServerForTypes() {
    return grpcMethod != null && grpcDescriptor == null;
  }

  /** Whether answers are made of tokens. */
  boolean producesTokens() {
    return type().producesTokens(new DialectOptions(useLegacyMaxTokens, extras));
  }

  /** Whether there are tokens to be counted, in requests or in answers. */
  boolean countsTokens() {
    return type().countsTokens(new DialectOptions(useLegacyMaxTokens, extras));
  }

  /**
   * What goes out with each request and stands in no plan: the API key, and what {@link #addTo}
   * finds among the headers.
   */
  Map<String, Secret> key(Map<String, String> environment, OptionProblems problems) {
    Map<String, Secret> secretHeaders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    ApiKey.find(apiKey, apiKeyFile, environment, problems)
        .map(type()::keyHeader)
        .ifPresent(header -> secretHeaders.put(header.getKey(), Secret.of(header.getValue())));
    return secretHeaders;
  }

  private void addUrl(String url, RunPlanBuilder plan, OptionProblems problems) {
    String stripped = url.strip();
    String whole = stripped.contains("://") ? stripped : "http://" + stripped;
    if (type().speaksGrpc()) {
      whole = whole.replaceFirst("^grpc(s?)://", "http$1://");
    }
    String shown = CommandLineText.withoutUser(whole);
    if (shown.equals(whole)) {
      plan.url(whole);
    } else {
      problems.invalid("--url", shown, "a URL without a user; give --header Authorization:…");
    }
  }

  /** Who asks is told to the proxy in a header, which is kept secret as others are. */
  private void addProxy(
      RunPlanBuilder plan, Map<String, Secret> secretHeaders, OptionProblems problems) {
    if (proxy == null) {
      return;
    }
    String stripped = proxy.strip();
    String whole = stripped.contains("://") ? stripped : HTTP + stripped;
    int at = whole.lastIndexOf('@');
    if (!whole.startsWith(HTTP)) {
      problems.invalid(PROXY, CommandLineText.withoutProxyUser(whole), "http://HOST:PORT");
    } else if (at < 0) {
      plan.proxy(whole);
    } else {
      byte[] user = decoded(whole.substring(HTTP.length(), at)).getBytes(UTF_8);
      String told = "Basic " + Base64.getEncoder().encodeToString(user);
      secretHeaders.put(TargetConnections.PROXY_AUTHORIZATION, Secret.of(told));
      plan.proxy(HTTP + whole.substring(at + 1));
    }
  }

  /** What is written as {@code %XX}; a percent sign that begins no such thing is itself. */
  private static String decoded(String user) {
    try {
      return URLDecoder.decode(user.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return user;
    }
  }

  /** Whether servers are asked through a proxy. */
  boolean asksAProxy() {
    return proxy != null;
  }

  /** Whether a proxy is told who asks. */
  boolean tellsTheProxyWhoAsks() {
    return proxy != null && proxy.indexOf('@') >= 0;
  }

  private static void requireOnly(
      String word, String option, String typed, OptionProblems problems) {
    if (typed != null && !typed.strip().toLowerCase(Locale.ROOT).replace('-', '_').equals(word)) {
      problems.invalid(option, typed, word);
    }
  }

  private void addBackend(RunPlanBuilder plan, OptionProblems problems) {
    if (backend != null) {
      TritonBackend.of(backend)
          .ifPresentOrElse(
              plan::backend,
              () -> problems.invalid("--backend", backend, TritonBackend.allWords()));
    }
  }

  private void addModelSelection(RunPlanBuilder plan, OptionProblems problems) {
    if (modelSelection != null) {
      ModelSelection.of(modelSelection)
          .ifPresentOrElse(
              plan::modelSelection,
              () ->
                  problems.invalid(
                      "--model-selection-strategy", modelSelection, ModelSelection.allWords()));
    }
  }

  private void addHttpVersion(RunPlanBuilder plan, OptionProblems problems) {
    if (httpVersion != null) {
      HttpVersion.of(httpVersion)
          .ifPresentOrElse(
              plan::httpVersion,
              () -> problems.invalid(HTTP_VERSION, httpVersion, HttpVersion.allWords()));
    }
    if (httpVersion != null && type().speaksGrpc() && !httpVersion.strip().equals("2")) {
      problems.invalid(HTTP_VERSION, httpVersion, type().typedName() + " is spoken over gRPC: 2");
    }
  }

  private void addConnectionReuse(RunPlanBuilder plan, OptionProblems problems) {
    if (connectionReuse != null) {
      ConnectionReuse.of(connectionReuse)
          .ifPresentOrElse(
              plan::connectionReuse,
              () ->
                  problems.invalid(
                      "--connection-reuse-strategy", connectionReuse, ConnectionReuse.allWords()));
    }
  }

  private void addEndpointType(RunPlanBuilder plan, OptionProblems problems) {
    try {
      plan.endpointType(Endpoints.named(endpointType));
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
  }

  /** The API that is spoken; chat while the name is a wrong one, which {@link #addTo} tells. */
  EndpointType type() {
    if (calling != null) {
      return calling;
    }
    try {
      return endpointType == null ? Endpoints.CHAT : Endpoints.named(endpointType);
    } catch (IllegalArgumentException told) {
      return Endpoints.CHAT;
    }
  }

  private void addHeaders(
      RunPlanBuilder plan, Map<String, Secret> secretHeaders, OptionProblems problems) {
    HeaderValues.read(headers, problems)
        .forEach(
            (name, value) -> {
              if (SecretHeaders.isSecret(name)) {
                secretHeaders.put(name, Secret.of(value));
              } else {
                plan.header(name, value);
              }
            });
  }

  private void addExtraInputs(RunPlanBuilder plan, OptionProblems problems) {
    try {
      extras = ExtraInputs.parse(extraInputs);
      plan.extraInputs(extras);
    } catch (IllegalArgumentException e) {
      e.getMessage().lines().forEach(problems::add);
    }
  }
}
