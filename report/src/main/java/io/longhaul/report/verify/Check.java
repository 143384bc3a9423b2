package io.longhaul.report.verify;

import java.util.Locale;

/** What is compared, in the order of the output. */
public enum Check {
  FILES("I6", "files are those of the manifest, with their sizes and rows", Remedy.REBUILD),
  CHECKSUMS("I6", "files match their SHA-256, and pages their checksums", Remedy.REBUILD),
  ROWS("I4", "datasets have the rows that the summary counts", Remedy.REBUILD),
  ACCOUNTING("I2", "planned = issued + not issued; issued = all outcomes + unseen", Remedy.REBUILD),
  EVENTS("I3", "lanes have no undeclared gap in their events", Remedy.REBUILD),
  REJECTED("I8", "late and rejected events are those that the lanes count", Remedy.REBUILD),
  SLICES("I13", "each slice has one row per label set, and none is missing", Remedy.REBUILD),
  TOTALS("I4", "slices add up to the totals of the run", Remedy.REBUILD),
  LEDGER("I1", "ledger agrees with the summary", Remedy.REBUILD),
  REQUESTS("I1", "requests agree with the ledger, by lane and slice", Remedy.REBUILD),
  REQUEST_IDS("I1", "each request has exactly one row", Remedy.REBUILD),
  REQUEST_SLICES("I4", "requests agree with the slices, by outcome", Remedy.REBUILD),
  DISTRIBUTIONS("I5", "requests agree with the distributions of the run", Remedy.REBUILD),
  LOG("I1", "lake agrees with the run's Kafka log", Remedy.REBUILD),
  DOCUMENTS("I7", "documents agree with the lake", Remedy.REPORT);

  private enum Remedy {
    REBUILD(
        "restore the files from a copy, or rebuild the lake from the log:"
            + " longhaul report FOLDER --into NEW"),
    REPORT("write the documents again: longhaul report FOLDER");

    private final String text;

    Remedy(String text) {
      this.text = text;
    }
  }

  private final String invariant;
  private final String claim;
  private final Remedy remedy;

  Check(String invariant, String claim, Remedy remedy) {
    this.invariant = invariant;
    this.claim = claim;
    this.remedy = remedy;
  }

  /** Returns the number of the invariant, such as {@code I6}; docs/exports.md lists them. */
  public String invariant() {
    return invariant;
  }

  /** Returns what holds if the check passes. */
  public String claim() {
    return claim;
  }

  /** Returns what to do if the check fails. */
  public String remedy() {
    return remedy.text;
  }

  /** Returns the name in documents, such as {@code request_ids}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
