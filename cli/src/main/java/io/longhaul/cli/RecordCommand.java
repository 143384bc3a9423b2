package io.longhaul.cli;

import io.longhaul.cli.console.StatusLine;
import io.longhaul.cli.run.Interrupts;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.options.RecordOptions;
import io.longhaul.control.ExitCode;
import io.longhaul.control.RunFailedException;
import io.longhaul.load.dataset.trace.TraceWriter;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.DialectOptions;
import io.longhaul.load.proxy.ReverseProxy;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.traffic.RecordingCounts;
import io.longhaul.load.traffic.TrafficRecorder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/** Records real traffic as a trace that {@code profile --input-file} replays. */
@Command(
    name = "record",
    description = {
      "Runs a reverse proxy that records real traffic as a trace that profile can replay.",
      "Forwards requests and responses unchanged. The trace, in the format mooncake_trace, contains",
      "the users' prompts, but no headers and therefore no API keys. Ctrl-C ends the recording."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul record --listen 127.0.0.1:8080 --forward http://localhost:8000 --output t.jsonl",
      "longhaul profile -m llama-3 --tokenizer builtin -u localhost:8000 --streaming --input-file t.jsonl"
    })
final class RecordCommand implements Action {
  /** Fraction of the heap (1/4) for requests that are not written yet. */
  private static final int HEAP_DIVISOR = 4;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/,@+-]+");

  @Mixin RecordOptions options = new RecordOptions();

  @Override
  @SuppressWarnings("try") // only installs the signal handlers
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException {
    RecordOptions.Wanted wanted = options.wanted(parsed);
    CountDownLatch ended = new CountDownLatch(1);
    try (Interrupts interrupts = new Interrupts(number -> ended.countDown())) {
      return record(wanted, terminal, ended);
    } finally {
      wanted.tokenizer().close();
    }
  }

  @SuppressWarnings("try") // the line updates itself
  private static ExitCode record(
      RecordOptions.Wanted wanted, Terminal terminal, CountDownLatch ended)
      throws RunFailedException, IOException {
    TrafficRecorder recorder =
        new TrafficRecorder(
            wanted.path(),
            wanted.endpointType().dialect(DialectOptions.DEFAULTS),
            wanted.tokenizer(),
            trace(wanted),
            Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    try (ReverseProxy proxy = proxy(wanted, recorder);
        StatusLine line =
            new StatusLine(terminal.err(), terminal.isInteractive(), () -> words(recorder))) {
      terminal.out().println(urlOf(proxy.address()));
      terminal.message("Recording requests to " + wanted.forwardTo() + "; Ctrl-C ends it");
      ended.await();
    } catch (InterruptedException e) {
      // An interrupt has the effect of Ctrl-C.
    }
    return finish(wanted, recorder, terminal);
  }

  private static TraceWriter trace(RecordOptions.Wanted wanted) throws RunFailedException {
    try {
      return TraceWriter.create(wanted.file());
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot write " + wanted.file() + ": " + e.getMessage() + " (give another --output)");
    }
  }

  private static ReverseProxy proxy(RecordOptions.Wanted wanted, TrafficRecorder recorder)
      throws RunFailedException, IOException {
    try {
      return ReverseProxy.open(
          wanted.listenOn(), wanted.forwardTo(), wanted.trust(), new AnchoredRunClock(), recorder);
    } catch (IOException e) {
      recorder.close();
      Files.delete(wanted.file());
      throw RunFailedException.usage(
          "Cannot listen: " + e.getMessage() + " (give another --listen)");
    }
  }

  private static String urlOf(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  private static String words(TrafficRecorder recorder) {
    RecordingCounts counts = recorder.counts();
    return String.format(
            Locale.ROOT,
            "%,d recorded  %,d skipped  %,d in progress",
            counts.recorded(),
            counts.totalSkipped(),
            counts.inFlight())
        + counts.failure().map(why -> "  Cannot write: " + why).orElse("");
  }

  /** Writes the completed requests after the proxy was closed, and prints a summary. */
  private static ExitCode finish(
      RecordOptions.Wanted wanted, TrafficRecorder recorder, Terminal terminal) {
    boolean sorted = true;
    try {
      recorder.close();
    } catch (IOException e) {
      sorted = false;
      terminal.message(
          "Cannot sort the trace by time: %s (the trace is complete, and profile sorts it on replay)"
              .formatted(e.getMessage()));
    }
    RecordingCounts counts = recorder.counts();
    terminal.out().println(wanted.file() + "  requests: " + counts.recorded());
    counts
        .skipped()
        .forEach((why, number) -> terminal.out().println("  not recorded: " + number + "  " + why));
    if (counts.recorded() > 0) {
      terminal.out().println("Replay: " + replay(wanted, counts));
    }
    counts.failure().ifPresent(why -> terminal.message("Requests could not be written: " + why));
    if (counts.inFlight() > 0) {
      terminal.message(
          "Requests missing from the trace because the recording ended before their responses: "
              + counts.inFlight());
    }
    boolean isWhole = sorted && counts.failure().isEmpty() && counts.inFlight() == 0;
    return isWhole ? ExitCode.DONE : ExitCode.DATA_INCOMPLETE;
  }

  private static String replay(RecordOptions.Wanted wanted, RecordingCounts counts) {
    EndpointType endpoint = wanted.endpointType();
    List<String> words = new ArrayList<>(List.of("longhaul", "profile"));
    words.addAll(
        List.of(
            "-m", counts.models().isEmpty() ? "MODEL" : String.join(",", counts.models()),
            "--tokenizer", wanted.tokenizer().name(),
            "-u", wanted.forwardTo().toString(),
            "--endpoint-type", endpoint.typedName()));
    if (!wanted.path().equals(endpoint.path(false))) {
      words.addAll(List.of("--endpoint", wanted.path()));
    }
    if (counts.streamed()) {
      words.add("--streaming");
    }
    words.addAll(List.of("--input-file", wanted.file().toString()));
    words.addAll(List.of("--custom-dataset-type", "mooncake_trace"));
    return words.stream().map(RecordCommand::quoted).collect(Collectors.joining(" "));
  }

  /** Quotes a word for a shell; model names come from clients and may contain any characters. */
  private static String quoted(String word) {
    return PLAIN.matcher(word).matches()
        ? word
        : "'" + word.replaceAll("\\p{Cntrl}", "").replace("'", "'\\''") + "'";
  }
}
