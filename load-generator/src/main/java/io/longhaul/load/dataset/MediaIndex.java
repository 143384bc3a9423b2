package io.longhaul.load.dataset;

/**
 * Where something that turns carry stands among all of its kind in a data set, so that they can be
 * dealt out in order. Where the number of turns varies, places may come twice or be left out: exact
 * ones could be told only by who knows all entries.
 *
 * @param turnsMean turns of an entry
 * @param perTurn how many a turn carries
 */
record MediaIndex(int turnsMean, int perTurn) {
  long of(int entry, int turn, int number) {
    return ((long) entry * turnsMean + turn) * perTurn + number;
  }
}
