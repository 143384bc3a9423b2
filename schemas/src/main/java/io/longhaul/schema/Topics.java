package io.longhaul.schema;

import java.util.List;

/**
 * The topics of one installation. All of them use log-append time. Lanes are never compacted, and
 * are retained until they are deleted explicitly.
 *
 * @param prefix prefix of the names, "longhaul" by default
 */
public record Topics(String prefix) {

  public static final String DEFAULT_PREFIX = "longhaul";

  public Topics {
    Names.require("topic prefix", prefix);
  }

  /** Returns the topic of the lanes of generators and coordinators. */
  public String timing() {
    return prefix + ".timing";
  }

  /** Returns the topic of the lanes of samplers. */
  public String gpu() {
    return prefix + ".gpu";
  }

  /** Returns the topic of messages between processes: one partition, compacted. */
  public String control() {
    return prefix + ".control";
  }

  /** Returns the topic of rejected records. */
  public String rejected() {
    return prefix + ".rejected";
  }

  /**
   * Returns the topic of finished slices for live views and other consumers: one partition, without
   * delivery guarantee.
   */
  public String slices() {
    return prefix + ".slices";
  }

  /** Returns all topics. */
  public List<String> all() {
    return List.of(timing(), gpu(), control(), rejected(), slices());
  }

  /** Returns all topics that the pipeline reads. */
  public List<String> lanes() {
    return List.of(timing(), gpu());
  }
}
