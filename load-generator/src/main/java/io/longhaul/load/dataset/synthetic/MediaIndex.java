package io.longhaul.load.dataset.synthetic;

/**
 * Numbers the media of a data set consecutively, so that pre-generated clips can be assigned in
 * turn. If the number of turns varies, numbers may repeat or be skipped: exact numbers would
 * require all entries to be known.
 *
 * @param turnsMean mean number of turns of an entry
 * @param perTurn media per turn
 */
record MediaIndex(int turnsMean, int perTurn) {
  long of(int entry, int turn, int number) {
    return ((long) entry * turnsMean + turn) * perTurn + number;
  }
}
