package io.longhaul.pipeline.slice;

import io.longhaul.pipeline.state.QualityState;
import java.util.List;
import java.util.TreeSet;

/**
 * The health of the measuring processes during a slice, and values that are only known as maxima.
 * Times are in nanoseconds; {@link #UNKNOWN} if not reported.
 */
public final class SliceQuality {
  public static final long UNKNOWN = -1;

  private int lanes;
  private long inFlightMax;
  private long backlogMax;
  private long sendLagP99Nanos = UNKNOWN;
  private long sendLagMaxNanos = UNKNOWN;
  private long loopLagMaxNanos;
  private long pauseMaxNanos;
  private long gcPauseNanos;
  private double processCpuMaxCores;

  /** NaN if not reported. */
  private double hostIdleMinRatio = Double.NaN;

  private long clockErrorMaxNanos;
  private long recorderWaitMaxNanos;
  private final TreeSet<String> lostLanes = new TreeSet<>();

  /** Counts one lane with its maximum number of requests in flight. */
  public void laneCounted(long maxInFlight) {
    lanes = 1;
    inFlightMax = maxInFlight;
  }

  /** Sets the number of lanes that counted. */
  public void lanesCounted(int number) {
    lanes = number;
  }

  public void laneLost(String laneId) {
    lostLanes.add(laneId);
  }

  public void backlog(long requests) {
    backlogMax = Math.max(backlogMax, requests);
  }

  public void sendLag(long p99Nanos, long maxNanos) {
    sendLagP99Nanos = Math.max(sendLagP99Nanos, p99Nanos);
    sendLagMaxNanos = Math.max(sendLagMaxNanos, maxNanos);
  }

  public void loopLag(long nanos) {
    loopLagMaxNanos = Math.max(loopLagMaxNanos, nanos);
  }

  /**
   * Adds the longest pause since the previous heartbeat and the time spent in garbage collection.
   */
  public void pauses(long longestNanos, long gcNanos) {
    pauseMaxNanos = Math.max(pauseMaxNanos, longestNanos);
    gcPauseNanos += gcNanos;
  }

  public void processCpu(double cores) {
    processCpuMaxCores = Math.max(processCpuMaxCores, cores);
  }

  public void hostIdle(double ratio) {
    hostIdleMinRatio = Double.isNaN(hostIdleMinRatio) ? ratio : Math.min(hostIdleMinRatio, ratio);
  }

  public void clockError(long nanos) {
    clockErrorMaxNanos = Math.max(clockErrorMaxNanos, Math.abs(nanos));
  }

  /** Adds the time since the previous heartbeat in which due requests waited to be recorded. */
  public void recorderWait(long nanos) {
    recorderWaitMaxNanos = Math.max(recorderWaitMaxNanos, nanos);
  }

  /** Adds another lane in the same slice. The sum of the lanes' maxima is an upper bound. */
  void addLane(SliceQuality other) {
    lanes += other.lanes;
    inFlightMax += other.inFlightMax;
    backlogMax += other.backlogMax;
    gcPauseNanos = Math.max(gcPauseNanos, other.gcPauseNanos);
    mergeWorst(other);
  }

  /** Adds the next slice. */
  void addSlice(SliceQuality next) {
    lanes = Math.max(lanes, next.lanes);
    inFlightMax = Math.max(inFlightMax, next.inFlightMax);
    backlogMax = Math.max(backlogMax, next.backlogMax);
    gcPauseNanos += next.gcPauseNanos;
    mergeWorst(next);
  }

  /**
   * Adds what generators reported in this slice. The requests in flight are not among it.
   *
   * @param reports of all lanes
   */
  void addReports(SliceQuality reports) {
    lanes = reports.lanes;
    backlogMax = reports.backlogMax;
    gcPauseNanos = reports.gcPauseNanos;
    mergeWorst(reports);
  }

  /** Returns what holds for each part of the slice: everything but the sum of pauses. */
  SliceQuality bounds() {
    SliceQuality bounds = copy();
    bounds.gcPauseNanos = 0;
    return bounds;
  }

  private void mergeWorst(SliceQuality other) {
    sendLag(other.sendLagP99Nanos, other.sendLagMaxNanos);
    loopLag(other.loopLagMaxNanos);
    pauseMaxNanos = Math.max(pauseMaxNanos, other.pauseMaxNanos);
    processCpu(other.processCpuMaxCores);
    if (!Double.isNaN(other.hostIdleMinRatio)) {
      hostIdle(other.hostIdleMinRatio);
    }
    clockError(other.clockErrorMaxNanos);
    recorderWait(other.recorderWaitMaxNanos);
    lostLanes.addAll(other.lostLanes);
  }

  /** Returns the number of generator lanes that counted in the slice; over a run, the maximum. */
  public int lanes() {
    return lanes;
  }

  public long inFlightMax() {
    return inFlightMax;
  }

  public long backlogMax() {
    return backlogMax;
  }

  public long sendLagP99Nanos() {
    return sendLagP99Nanos;
  }

  public long sendLagMaxNanos() {
    return sendLagMaxNanos;
  }

  public long loopLagMaxNanos() {
    return loopLagMaxNanos;
  }

  public long pauseMaxNanos() {
    return pauseMaxNanos;
  }

  /** Returns the time of the lane with the longest garbage collection. */
  public long gcPauseNanos() {
    return gcPauseNanos;
  }

  public double processCpuMaxCores() {
    return processCpuMaxCores;
  }

  /** NaN if not reported. */
  public double hostIdleMinRatio() {
    return hostIdleMinRatio;
  }

  public long clockErrorMaxNanos() {
    return clockErrorMaxNanos;
  }

  /** Returns the longest wait within the interval of a heartbeat, about a second. */
  public long recorderWaitMaxNanos() {
    return recorderWaitMaxNanos;
  }

  /** Returns the lanes that were lost in the slice, in order. */
  public Iterable<String> lostLanes() {
    return lostLanes;
  }

  QualityState toState() {
    return new QualityState(
        lanes,
        inFlightMax,
        backlogMax,
        sendLagP99Nanos,
        sendLagMaxNanos,
        loopLagMaxNanos,
        pauseMaxNanos,
        gcPauseNanos,
        processCpuMaxCores,
        hostIdleMinRatio,
        clockErrorMaxNanos,
        List.copyOf(lostLanes),
        recorderWaitMaxNanos);
  }

  static SliceQuality ofState(QualityState stored) {
    SliceQuality quality = new SliceQuality();
    quality.lanes = stored.getLanes();
    quality.inFlightMax = stored.getInFlightMax();
    quality.backlogMax = stored.getBacklogMax();
    quality.sendLagP99Nanos = stored.getSendLagP99Ns();
    quality.sendLagMaxNanos = stored.getSendLagMaxNs();
    quality.loopLagMaxNanos = stored.getLoopLagMaxNs();
    quality.pauseMaxNanos = stored.getPauseMaxNs();
    quality.gcPauseNanos = stored.getGcPauseNs();
    quality.processCpuMaxCores = stored.getProcessCpuMaxCores();
    quality.hostIdleMinRatio = stored.getHostIdleMinRatio();
    quality.clockErrorMaxNanos = stored.getClockErrorMaxNs();
    quality.lostLanes.addAll(stored.getLostLanes());
    quality.recorderWaitMaxNanos = stored.getRecorderWaitMaxNs();
    return quality;
  }

  SliceQuality copy() {
    SliceQuality copy = new SliceQuality();
    copy.addSlice(this);
    return copy;
  }
}
