package io.longhaul.cli.web;

import io.longhaul.cli.api.ApiResponse;
import io.longhaul.cli.api.LiveRun;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.cli.api.WebSite;
import io.longhaul.config.value.MetricNames;
import io.longhaul.report.compare.HistoryFigure;
import io.longhaul.report.figures.Threshold.Figure;
import io.longhaul.report.html.MessagePage;
import io.longhaul.report.html.RunsPage;
import io.longhaul.report.runs.ListedRun;
import io.longhaul.report.runs.RunsQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The pages of {@code longhaul web}. Paths contain only keys of runs, which are looked up in the
 * list of runs, and are never used to build the path of a file.
 */
final class RunPages implements WebSite {
  /** Runs of a comparison, as in the command compare. */
  private static final int MOST_COMPARED = 26;

  /** Runs of a history; each has to be read. */
  private static final int MOST_IN_HISTORY = 100;

  /** An older list of runs is read again before it is shown. */
  private static final Duration LIST_VALID = Duration.ofSeconds(5);

  /** Time for which a request waits before the browser receives a page that asks again. */
  private static final long PATIENCE_MILLIS = 1_500;

  private static final OptionalInt AGAIN = OptionalInt.of(2);
  private static final OptionalInt NEVER = OptionalInt.empty();
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int INVALID = 400;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;

  private static final String NO_PAGE = "There is no such page.";

  private static final String NO_SLICE =
      "No slice of the run is in the lake yet. All charts, also those of GPUs and servers, are drawn"
          + " from the lake, to which the job of the run adds new rows every 5 to 60 seconds.";

  private static final Pattern OF_RUN =
      Pattern.compile("/runs/([0-9]+/[^/]+)/(report|dashboard|ws|metrics|api/.*)");

  private static final Pattern RUN = Pattern.compile("/runs/([0-9]+/[^/]+)");

  private final RefreshedRuns runs;
  private final FollowedRuns followed;
  private final ComputedPages computed;
  private final String token;
  private final ProcessStatus status;

  /**
   * Creates the pages.
   *
   * @param token what links of the pages contain
   * @param version version of the build
   */
  RunPages(
      RefreshedRuns runs,
      FollowedRuns followed,
      ComputedPages computed,
      String token,
      String version) {
    this.status = new WebStatus(version, runs, followed);
    this.runs = runs;
    this.followed = followed;
    this.computed = computed;
    this.token = token;
  }

  @Override
  public ProcessStatus status() {
    return status;
  }

  /** Begins to read the runs, so that the first page has them. */
  void begin() {
    CompletableFuture<RunList> unused = runs.notOlderThan(LIST_VALID);
  }

  @Override
  public Optional<LiveRun> liveRun(String path) {
    Matcher run = RUN.matcher(path);
    if (!run.matches()) {
      return Optional.empty();
    }
    String key = run.group(1);
    return followed
        .find(key)
        .or(
            () ->
                Optional.ofNullable(runs.list().runs().get(key))
                    .filter(RunPages::canBeFollowed)
                    .flatMap(followed::follow));
  }

  private static boolean canBeFollowed(FoundRun run) {
    return !run.listed().hasSummary()
        && run.listed().status() != ListedRun.Status.UNREADABLE
        && run.sliceNanos() > 0;
  }

  @Override
  public CompletionStage<ApiResponse> respond(String path, Map<String, List<String>> query) {
    Matcher ofRun = OF_RUN.matcher(path);
    Function<RunList, CompletionStage<ApiResponse>> page;
    if (path.equals("/")) {
      page = list -> done(list(list, query));
    } else if (ofRun.matches()) {
      page = list -> ofRun(list, ofRun.group(1), ofRun.group(2));
    } else if (path.equals("/compare")) {
      page = list -> comparison(list, RunsQuery.of(query));
    } else if (path.equals("/history")) {
      page = list -> history(list, query);
    } else {
      // It may belong to the live view of a run that is not in the list yet.
      page = list -> done(problem(NOT_FOUND, NO_PAGE));
    }
    // Not on the thread of the server: thousands of rows take some time.
    return upToDate().thenComposeAsync(page);
  }

  /** Returns the list of runs; after a while, what is known of it. */
  private CompletionStage<RunList> upToDate() {
    return runs.notOlderThan(LIST_VALID)
        .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .exceptionally(late -> runs.list());
  }

  private static CompletionStage<ApiResponse> done(ApiResponse response) {
    return CompletableFuture.completedFuture(response);
  }

  private ApiResponse list(RunList list, Map<String, List<String>> query) {
    List<String> notes = new ArrayList<>(list.notes());
    boolean isPart = list.unread() > 0 || list.time().equals(Instant.EPOCH);
    if (isPart) {
      notes.add("The runs are being read: %s so far.".formatted(list.runs().size()));
    }
    RunsPage page =
        new RunsPage(
            list.listed(),
            RunsQuery.of(query),
            token,
            runs.lakes() > 1,
            notes,
            isPart ? AGAIN : NEVER);
    return written(OK, page::text, RunsPage.POLICY);
  }

  private CompletionStage<ApiResponse> ofRun(RunList list, String key, String kind) {
    FoundRun run = list.runs().get(key);
    if (run == null) {
      return done(
          list.time().equals(Instant.EPOCH)
              ? waiting("Run " + key, "The runs are being read.")
              : problem(NOT_FOUND, "There is no run " + key + "."));
    }
    if (run.listed().status() == ListedRun.Status.UNREADABLE) {
      return done(problem(FAILED, run.listed().detail()));
    }
    if (!kind.equals("report") && canBeFollowed(run) && followed.isFull()) {
      return done(
          problem(
              UNAVAILABLE,
              "The live view cannot be opened: %d others are being watched (try again later)."
                  .formatted(FollowedRuns.MOST)));
    }
    if (!kind.equals("report") && !kind.equals("dashboard")) {
      return done(problem(NOT_FOUND, NO_PAGE));
    }
    if (kind.equals("dashboard") && !run.listed().hasSummary()) {
      return done(waiting("Run " + run.runId(), NO_SLICE));
    }
    return computed(
        "Report of run " + run.runId(),
        "report",
        List.of(run),
        into -> PageComputations.report(run, into));
  }

  private CompletionStage<ApiResponse> comparison(RunList list, RunsQuery query) {
    List<FoundRun> selected = selected(list, query);
    if (selected.size() < 2 || selected.size() > MOST_COMPARED) {
      return done(
          problem(
              INVALID,
              "Invalid number of selected runs: %d (from 2 to %d; the oldest is the baseline)."
                  .formatted(selected.size(), MOST_COMPARED)));
    }
    return computed(
        "Comparison of %d runs".formatted(selected.size()),
        "comparison",
        selected,
        into -> PageComputations.comparison(selected, into));
  }

  private static List<FoundRun> selected(RunList list, RunsQuery query) {
    return found(list, query.selectedOf(list.listed()));
  }

  private static List<FoundRun> found(RunList list, List<ListedRun> listed) {
    return listed.stream().map(run -> list.runs().get(run.key())).toList();
  }

  private CompletionStage<ApiResponse> history(RunList list, Map<String, List<String>> query) {
    RunsQuery asked = RunsQuery.of(query);
    String metric = query.getOrDefault(RunsQuery.METRIC, List.of("")).get(0);
    HistoryFigure figure;
    try {
      figure = new HistoryFigure(Figure.parse(metric, new MetricNames(any -> Optional.empty())));
    } catch (IllegalArgumentException e) {
      return done(problem(INVALID, "Invalid figure: %s (%s).".formatted(metric, e.getMessage())));
    }
    List<FoundRun> selected = selected(list, asked);
    List<FoundRun> shown =
        selected.isEmpty() ? found(list, asked.matching(list.listed())) : selected;
    List<FoundRun> withSummary =
        shown.stream()
            .filter(run -> run.listed().hasSummary())
            .sorted(
                Comparator.comparing((FoundRun run) -> run.listed().startEpochNanos()).reversed())
            .limit(MOST_IN_HISTORY)
            .toList();
    if (withSummary.isEmpty()) {
      return done(problem(INVALID, "There is no finished run for a history."));
    }
    return computed(
        "History of %s over %d runs".formatted(figure.label(), withSummary.size()),
        "history " + figure.text(),
        withSummary,
        into -> PageComputations.history(figure, withSummary, into));
  }

  /** Returns a page of some runs that is computed, or one that waits for it. */
  private CompletionStage<ApiResponse> computed(
      String title, String kind, List<FoundRun> of, ComputedPages.Computation computation) {
    ComputedPages.Requested page =
        computed.page(
            kind + " " + joined(of, FoundRun::pageKey), joined(of, FoundRun::version), computation);
    return page.newest()
        .thenApply(ApiResponse::page)
        .exceptionally(failure -> problem(FAILED, "%s: %s".formatted(title, reason(failure))))
        .completeOnTimeout(
            page.older()
                .map(ApiResponse::page)
                .orElseGet(
                    () ->
                        waiting(
                            title,
                            "The page is being computed. That may take a while for a long run.")),
            PATIENCE_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private static String joined(List<FoundRun> runs, Function<FoundRun, String> text) {
    return runs.stream().map(text).collect(Collectors.joining(" "));
  }

  private static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return String.valueOf(cause.getMessage());
  }

  private ApiResponse waiting(String title, String sentence) {
    return message(OK, title, sentence, false, AGAIN);
  }

  private ApiResponse problem(int status, String sentence) {
    return message(status, "This page cannot be shown", sentence, true, NEVER);
  }

  private ApiResponse message(
      int status, String title, String sentence, boolean isProblem, OptionalInt again) {
    MessagePage page =
        new MessagePage(title, List.of(sentence), isProblem, "/?token=" + token, again);
    return written(status, page::text, MessagePage.POLICY);
  }

  /** Writes a page. */
  private interface Writer {
    String text() throws IOException;
  }

  private static ApiResponse written(int status, Writer page, String policy) {
    try {
      return ApiResponse.page(status, page.text(), policy);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // its resources are in this program
    }
  }
}
