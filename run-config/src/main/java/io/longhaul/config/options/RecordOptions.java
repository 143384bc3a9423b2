package io.longhaul.config.options;

import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.value.CaFile;
import io.longhaul.load.endpoint.Endpoints;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.http.ServerTrust;
import io.longhaul.load.plan.server.TokenizerPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import io.longhaul.load.tokenizer.TokenizerUnavailableException;
import io.longhaul.load.tokenizer.Tokenizers;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options of the {@code record} command: the proxy addresses and the requests to record. */
public final class RecordOptions {
  private static final String USUAL_ADDRESS = "127.0.0.1:8080";
  private static final Pattern ADDRESS =
      Pattern.compile("(?:(?<name>[^\\[\\]:]*):|\\[(?<six>[0-9A-Fa-f:.]+)]:)?(?<port>\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Address on which to accept requests; port 0 for any free port. Default: "
              + USUAL_ADDRESS)
  @Nullable String listen;

  @Option(
      names = "--forward",
      required = true,
      paramLabel = "URL",
      description =
          "Base URL of the server to forward requests to. Its path is prepended to the path of each"
              + " request.")
  @Nullable String forward;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "Trace file to write. An existing file is not overwritten.")
  @Nullable String output;

  @Option(
      names = "--endpoint-type",
      paramLabel = "TYPE",
      description =
          "API whose requests are recorded, such as chat or completions. Other requests are only"
              + " forwarded. Default: chat")
  @Nullable String endpointType;

  @Option(
      names = {"--endpoint", "--custom-endpoint"},
      paramLabel = "PATH",
      description =
          "Path of the requests to record, instead of the default path of the endpoint type.")
  @Nullable String path;

  @Option(
      names = "--tokenizer",
      description =
          "Tokenizer that counts the tokens of a response if the server does not report them: a"
              + " tokenizer.json, its folder, the name of a cached Hugging Face model, or builtin."
              + " Default: builtin")
  @Nullable String tokenizer;

  @Option(
      names = CaFile.OPTION,
      paramLabel = "FILE",
      description =
          "PEM file with the trusted certificates, of certificate authorities or of the server"
              + " itself. No others are trusted. Default: the certificate authorities that Java"
              + " trusts")
  @Nullable String caFile;

  @Option(
      names = CaFile.INSECURE,
      description = "Accept any server certificate without verifying it.")
  boolean insecure;

  /**
   * What is recorded.
   *
   * @param path the path of requests, or the end of their paths
   * @param tokenizer the caller closes it
   */
  public record Wanted(
      InetSocketAddress listenOn,
      URI forwardTo,
      ServerTrust trust,
      EndpointType endpointType,
      String path,
      Tokenizer tokenizer,
      Path file) {}

  /**
   * Returns what is recorded.
   *
   * @throws InvalidOptionsException if options are invalid, with all problems
   */
  public Wanted wanted(ParseResult parsed) throws InvalidOptionsException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    Optional<InetSocketAddress> listenOn = listenOn(problems);
    Optional<URI> forwardTo = forwardTo(problems);
    EndpointType type = endpointType(problems);
    String recorded = recordedPath(type, problems);
    Optional<Path> file = file(problems);
    List<X509Certificate> authorities = CaFile.read(caFile, insecure, problems);
    ServerTrust trust = insecure ? ServerTrust.ANY : ServerTrust.only(authorities);
    Optional<Tokenizer> counts = problems.isEmpty() ? tokenizer(problems) : Optional.empty();
    problems.throwIfAny();
    return new Wanted(
        listenOn.orElseThrow(),
        forwardTo.orElseThrow(),
        trust,
        type,
        recorded,
        counts.orElseThrow(),
        file.orElseThrow());
  }

  private Optional<InetSocketAddress> listenOn(OptionProblems problems) {
    String typed = listen == null ? USUAL_ADDRESS : listen.strip();
    Matcher address = ADDRESS.matcher(typed);
    if (!address.matches() || Integer.parseInt(address.group("port")) > HIGHEST_PORT) {
      problems.invalid("--listen", typed, "HOST:PORT, such as " + USUAL_ADDRESS);
      return Optional.empty();
    }
    String host = address.group("six") == null ? address.group("name") : address.group("six");
    int port = Integer.parseInt(address.group("port"));
    InetSocketAddress listenOn =
        new InetSocketAddress(host == null || host.isEmpty() ? "127.0.0.1" : host, port);
    if (listenOn.isUnresolved()) {
      problems.invalid("--listen", typed, "there is no such host");
    }
    return Optional.of(listenOn);
  }

  private Optional<URI> forwardTo(OptionProblems problems) {
    if (forward == null) {
      return Optional.empty(); // reported by the parser
    }
    String typed = forward.strip();
    String shown = CommandLineText.withoutUser(typed);
    try {
      URI url = new URI(typed.contains("://") ? typed : "http://" + typed);
      String scheme = url.getScheme().toLowerCase(Locale.ROOT);
      boolean isHttp = scheme.equals("http") || scheme.equals("https");
      boolean isPlain = url.getQuery() == null && url.getFragment() == null && shown.equals(typed);
      if (isHttp && url.getHost() != null && url.getPort() <= HIGHEST_PORT && isPlain) {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    problems.invalid(
        "--forward",
        shown,
        "the URL of a server, such as http://localhost:8000; no user, no query");
    return Optional.empty();
  }

  private EndpointType endpointType(OptionProblems problems) {
    EndpointType type = Endpoints.CHAT;
    try {
      type = endpointType == null ? type : Endpoints.named(endpointType);
    } catch (IllegalArgumentException e) {
      problems.addMessageOf(e);
    }
    if (!type.sendsJson() || type.speaksGrpc()) {
      problems.invalid(
          "--endpoint-type",
          type.typedName(),
          "one with JSON requests; a trace cannot contain others");
    }
    type.problemsOf(DialectOptions.DEFAULTS).forEach(problems::add);
    return type;
  }

  private String recordedPath(EndpointType type, OptionProblems problems) {
    String recorded = path == null ? type.path(false) : path.strip();
    if (path != null && !recorded.startsWith("/")) {
      problems.invalid("--endpoint", path, "a path, such as /v1/chat/completions");
    } else if (recorded.isEmpty() || recorded.contains(EndpointType.MODEL_IN_PATH)) {
      problems.needs("--endpoint-type", type.typedName(), "--endpoint with the path to record");
    }
    return recorded;
  }

  private Optional<Path> file(OptionProblems problems) {
    if (output == null) {
      return Optional.empty(); // reported by the parser
    }
    try {
      Path file = Path.of(output);
      Path folder = file.toAbsolutePath().getParent();
      if (Files.exists(file)) {
        problems.invalid(
            "--output", output, "it already exists, and recordings are not overwritten");
      } else if (folder == null || !Files.isDirectory(folder)) {
        problems.invalid("--output", output, "there is no folder " + folder);
      }
      return Optional.of(file);
    } catch (InvalidPathException e) {
      problems.invalid("--output", output, "not a path: " + e.getReason());
      return Optional.empty();
    }
  }

  private Optional<Tokenizer> tokenizer(OptionProblems problems) {
    String name = tokenizer == null ? "builtin" : tokenizer.strip();
    try {
      return Optional.of(
          Tokenizers.ofThisProcess()
              .load(new TokenizerPlan(name, "main", false), false)
              .tokenizer());
    } catch (TokenizerUnavailableException e) {
      problems.invalid(
          "--tokenizer",
          name,
          "the path of a tokenizer.json or of its folder, the name of a cached model, or builtin");
      return Optional.empty();
    }
  }
}
