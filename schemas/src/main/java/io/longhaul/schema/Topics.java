package io.longhaul.schema;

import java.util.List;

/**
 * The topics of one installation. All of them use log-append time; lanes are never compacted, and
 * are kept until they are deleted on purpose.
 *
 * @param prefix what the names begin with, "longhaul" unless told otherwise
 */
public record Topics(String prefix) {

  public static final String DEFAULT_PREFIX = "longhaul";

  public Topics {
    Names.require("topic prefix", prefix);
  }

  /** Lanes of generators and coordinators. */
  public String timing() {
    return prefix + ".timing";
  }

  /** Lanes of samplers. */
  public String gpu() {
    return prefix + ".gpu";
  }

  /** Where processes find each other: one partition, compacted. */
  public String control() {
    return prefix + ".control";
  }

  /** What could not be read. */
  public String rejected() {
    return prefix + ".rejected";
  }

  /** Finished slices for live views, without a guarantee. */
  public String slices() {
    return prefix + ".slices";
  }

  /** All that the pipeline reads. */
  public List<String> lanes() {
    return List.of(timing(), gpu());
  }
}
