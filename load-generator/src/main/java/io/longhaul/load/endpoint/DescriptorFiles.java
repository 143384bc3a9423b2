package io.longhaul.load.endpoint;

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
import java.util.Optional;
import java.util.Set;

/** Files of types as {@code protoc} describes them, each of which may need others. */
final class DescriptorFiles {
  /** A chain of files, each of which needs the next. */
  private static final int MAX_CHAIN_BLOCKS = 200;

  private final Map<String, FileDescriptorProto> byName = new LinkedHashMap<>();

  /**
   * The files of a descriptor set.
   *
   * @throws IllegalArgumentException when the bytes are none
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
              + " bytes that are none (write them with protoc --include_imports"
              + " --descriptor_set_out)",
          e);
    }
  }

  /** What people say about their types is of no use here. */
  void add(FileDescriptorProto file) {
    byName.put(file.getName(), file.toBuilder().clearSourceCodeInfo().build());
  }

  int size() {
    return byName.size();
  }

  /** The files that others need and that are not here. */
  Set<String> missing() {
    Set<String> missing = new HashSet<>();
    byName.values().forEach(file -> missing.addAll(file.getDependencyList()));
    missing.removeAll(byName.keySet());
    return missing;
  }

  /** The file that declares a service by its full name, if there is one. */
  Optional<String> fileOfService(String service) {
    for (FileDescriptorProto file : byName.values()) {
      String prefix = file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
      if (file.getServiceList().stream()
          .anyMatch(descriptor -> (prefix + descriptor.getName()).equals(service))) {
        return Optional.of(file.getName());
      }
    }
    return Optional.empty();
  }

  /** A file with all that it needs, as types. */
  FileDescriptor linked(String name) {
    return link(name, new LinkedHashMap<>(), 0);
  }

  /** A file with all that it needs, as a descriptor set; each behind what it needs. */
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
          "Invalid descriptors: without " + name + " (write them with protoc --include_imports)");
    }
    if (depth > MAX_CHAIN_BLOCKS) {
      throw new IllegalArgumentException(
          "Invalid descriptors: "
              + name
              + " needs itself, or more than "
              + MAX_CHAIN_BLOCKS
              + " files one behind the other");
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
      // The library trusts files: what protoc would not write may be anything.
      throw new IllegalArgumentException(
          "Invalid descriptors: " + name + ": no compiler of protobuf writes such a file", e);
    }
  }
}
