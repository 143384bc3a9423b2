package io.longhaul.kafka;

import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.longhaul.schema.Topics;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/** A process, and what it does in the topics; docs/running-distributed.md lists the ACLs. */
public enum Role {
  /** {@code longhaul topics}, apart from the creation of missing topics. */
  TOPICS {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
      for (String topic : topics.all()) {
        operations.put(topic, EnumSet.of(DESCRIBE, DESCRIBE_CONFIGS));
      }
      return operations;
    }
  },
  /** {@code longhaul profile --kafka}: coordinator, sampler and live view. */
  COORDINATOR {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
      operations.put(topics.timing(), EnumSet.of(READ, WRITE, DESCRIBE_CONFIGS));
      operations.put(topics.gpu(), EnumSet.of(READ, WRITE, DESCRIBE_CONFIGS));
      operations.put(topics.control(), EnumSet.of(READ, WRITE, DESCRIBE_CONFIGS));
      operations.put(topics.slices(), EnumSet.of(READ, DESCRIBE_CONFIGS));
      operations.put(topics.rejected(), EnumSet.of(DESCRIBE_CONFIGS));
      return operations;
    }
  },
  /** {@code longhaul generate}. */
  GENERATOR {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
      operations.put(topics.timing(), EnumSet.of(WRITE));
      operations.put(topics.control(), EnumSet.of(READ, WRITE));
      return operations;
    }
  },
  /** {@code longhaul sample-gpus}. */
  SAMPLER {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
      operations.put(topics.gpu(), EnumSet.of(WRITE));
      operations.put(topics.control(), EnumSet.of(READ, WRITE));
      return operations;
    }
  },
  /** {@code longhaul web}. */
  WEB {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      return Map.of(topics.control(), EnumSet.of(READ));
    }
  },
  /** The Flink job if it keeps the whole log. */
  JOB {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
      operations.put(topics.timing(), EnumSet.of(READ));
      operations.put(topics.gpu(), EnumSet.of(READ));
      operations.put(topics.control(), EnumSet.of(READ));
      operations.put(topics.slices(), EnumSet.of(WRITE));
      operations.put(topics.rejected(), EnumSet.of(WRITE));
      return operations;
    }
  },
  /** The Flink job if it deletes old records of lanes. */
  DELETING_JOB {
    @Override
    Map<String, Set<AclOperation>> operations(Topics topics) {
      Map<String, Set<AclOperation>> operations = JOB.operations(topics);
      operations.put(topics.timing(), EnumSet.of(READ, DELETE));
      operations.put(topics.gpu(), EnumSet.of(READ, DELETE));
      return operations;
    }
  };

  abstract Map<String, Set<AclOperation>> operations(Topics topics);

  /** Returns the name of an operation as in Kafka's documentation, such as {@code Read}. */
  static String name(AclOperation operation) {
    StringBuilder name = new StringBuilder();
    for (String word : operation.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
