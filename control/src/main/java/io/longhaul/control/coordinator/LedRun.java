package io.longhaul.control.coordinator;

import io.longhaul.schema.StopReason;
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
 * @param coordinators lanes of the earlier coordinators, in the order in which they led the run
 * @param stop the announced stop; empty if the load was not stopped
 * @param stopReason its reason
 * @param generators the generators that take part
 * @param lanes the lanes of generators and samplers
 * @param overLanes those that have ended or were lost
 * @param statuses states of lanes, by lane ID
 * @param positions offsets up to which the log was read
 */
record LedRun(
    CoordinatorClaim claim,
    Set<String> coordinators,
    StartAnnounced start,
    Optional<StopAnnounced> stop,
    Optional<StopReason> stopReason,
    Collection<Generator> generators,
    List<LaneRegistry.Member> lanes,
    List<LaneRegistry.Member> overLanes,
    Map<String, LaneStatus> statuses,
    Map<TopicPartition, Long> positions) {}
