package io.longhaul.control.coordinator;

import io.longhaul.schema.StopReason;
import io.longhaul.wire.control.LaneAddress;
import io.longhaul.wire.control.StartAnnounced;
import io.longhaul.wire.control.StopAnnounced;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A run whose load has started, as another coordinator takes it over.
 *
 * @param claim the claim that the new coordinator makes
 * @param frontierEpochNanos a time that no frontier of the earlier coordinators has passed
 * @param coordinators lanes of the earlier coordinators, in the order in which they led the run
 * @param stop the announced stop; empty if the load was not stopped
 * @param stopReason its reason
 * @param generators the generators that take part
 * @param lanes the lanes of generators and samplers
 * @param overLanes those that have ended or were lost
 * @param statuses states of lanes, by lane ID
 * @param positions offsets up to which the log was read
 * @param samplerLanes lanes of all samplers so far
 * @param unconfirmedLosses lanes that are lost according to the control topic only, with reasons
 * @param losses sentences about what was lost under earlier coordinators
 */
record LedRun(
    CoordinatorClaim claim,
    long frontierEpochNanos,
    Set<String> coordinators,
    StartAnnounced start,
    Optional<StopAnnounced> stop,
    Optional<StopReason> stopReason,
    Collection<Generator> generators,
    List<LaneRegistry.Member> lanes,
    List<LaneRegistry.Member> overLanes,
    Map<String, LaneStatus> statuses,
    Map<TopicPartition, Long> positions,
    List<LaneAddress> samplerLanes,
    Map<String, String> unconfirmedLosses,
    List<String> losses) {}
