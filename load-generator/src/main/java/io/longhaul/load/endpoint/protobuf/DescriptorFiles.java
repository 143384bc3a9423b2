package io.longhaul.load.endpoint.protobuf;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A set of Protobuf file descriptors, as written by {@code protoc}, and their dependencies. */
final class DescriptorFiles {
  /** Maximum length of a chain of dependencies. */
  private static final int MAX_CHAIN_BLOCKS = 200;

  private final Map<String, FileDescriptorProto> byName = new LinkedHashMap<>();

  /**
   * Parses a descriptor set.
   *
   * @throws IllegalArgumentException if the bytes are not a descriptor set
   */
  static DescriptorFiles of(byte[] descriptorSet) {
    try {
      DescriptorFiles files = new DescriptorFiles();
      FileDescriptorSet.parseFrom(descriptorSet).getFileList().forEach(files::add);
      return files;
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "Invalid descriptors: "
              + descriptorSet.length
              + " bytes that are not a descriptor set (create it with protoc --include_imports"
              + " --descriptor_set_out)",
          e);
    }
  }

  /** Adds a file without its source comments, which are not needed. */
  void add(FileDescriptorProto file) {
    byName.put(file.getName(), file.toBuilder().clearSourceCodeInfo().build());
  }

  int size() {
    return byName.size();
  }

  /** Returns the dependencies that are not part of this set. */
  Set<String> missing() {
    Set<String> missing = new HashSet<>();
    byName.values().forEach(file -> missing.addAll(file.getDependencyList()));
    missing.removeAll(byName.keySet());
    return missing;
  }

  /**
   * Returns the name of the file that declares a service with this full name; null if none does.
   */
  @Nullable String fileOfService(String service) {
    for (FileDescriptorProto file : byName.values()) {
      String prefix = file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
      if (file.getServiceList().stream()
          .anyMatch(descriptor -> (prefix + descriptor.getName()).equals(service))) {
        return file.getName();
      }
    }
    return null;
  }

  /** Links a file with its dependencies. */
  FileDescriptor linked(String name) {
    return link(name, new LinkedHashMap<>(), 0);
  }

  /** Returns a file and its dependencies as a descriptor set, dependencies first. */
  FileDescriptorSet withDependencies(String name) {
    Map<String, FileDescriptor> linked = new LinkedHashMap<>();
    link(name, linked, 0);
    FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
    linked.keySet().forEach(file -> set.addFile(byName.get(file)));
    return set.build();
  }

  private FileDescriptor link(String name, Map<String, FileDescriptor> linked, int depth) {
    if (linked.containsKey(name)) {
      return linked.get(name);
    }
    FileDescriptorProto file = byName.get(name);
    if (file == null) {
      throw new IllegalArgumentException(
          "Invalid descriptors: "
              + name
              + " is missing (create them with protoc --include_imports)");
    }
    if (depth > MAX_CHAIN_BLOCKS) {
      throw new IllegalArgumentException(
          "Invalid descriptors: %s depends on itself, or on a chain of more than %s files"
              .formatted(name, MAX_CHAIN_BLOCKS));
    }
    List<FileDescriptor> dependencies = new ArrayList<>();
    for (String other : file.getDependencyList()) {
      dependencies.add(link(other, linked, depth + 1));
    }
    try {
      FileDescriptor descriptor =
          FileDescriptor.buildFrom(file, dependencies.toArray(FileDescriptor[]::new));
      linked.put(name, descriptor);
      return descriptor;
    } catch (DescriptorValidationException e) {
      throw new IllegalArgumentException("Invalid descriptors: " + name + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      // The library does not validate files: with input that protoc would not write, it may throw
      // any exception.
      throw new IllegalArgumentException(
          "Invalid descriptors: " + name + ": protoc does not write such a file", e);
    }
  }
}
