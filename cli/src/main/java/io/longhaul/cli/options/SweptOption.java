package io.longhaul.cli.options;

/**
 * An option that may hold a list of values, each of which is a cell of a sweep. In AIPerf's order,
 * which is that of the names that its files have for them.
 */
enum SweptOption {
  ISL("--isl", "datasets.main.prompts.isl.mean", false),
  ISL_STDDEV("--isl-stddev", "datasets.main.prompts.isl.stddev", true),
  OSL("--osl", "datasets.main.prompts.osl.mean", false),
  OSL_STDDEV("--osl-stddev", "datasets.main.prompts.osl.stddev", true),
  TURNS("--conversation-turn-mean", "datasets.main.turns.mean", false),
  CONCURRENCY("--concurrency", "phases.profiling.concurrency", false),
  DURATION("--benchmark-duration", "phases.profiling.duration", true),
  PREFILL("--prefill-concurrency", "phases.profiling.prefill_concurrency", false),
  RATE("--request-rate", "phases.profiling.rate", true),
  REQUESTS("--request-count", "phases.profiling.requests", false),
  SESSIONS("--num-sessions", "phases.profiling.sessions", false),
  USERS("--num-users", "phases.profiling.users", false);

  private final String option;
  private final String path;
  private final boolean decimal;

  SweptOption(String option, String path, boolean decimal) {
    this.option = option;
    this.path = path;
    this.decimal = decimal;
  }

  String option() {
    return option;
  }

  /** What AIPerf's files call it. */
  String path() {
    return path;
  }

  /** Its last part, which folders are named by. */
  String shortName() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  boolean takes(String value) {
    return value.matches(decimal ? "[0-9]{1,9}(\\.[0-9]{1,9})?" : "[0-9]{1,9}");
  }

  Number number(String value) {
    return decimal ? (Number) Double.valueOf(value) : (Number) Long.valueOf(value);
  }
}
