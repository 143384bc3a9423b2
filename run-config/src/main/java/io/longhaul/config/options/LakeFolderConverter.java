package io.longhaul.config.options;

import io.longhaul.config.binding.ExplainedConverter;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/** Converts the name of a lake: a folder, or a URI of an object store. */
public final class LakeFolderConverter implements ExplainedConverter<Path> {
  /** Values that would be right, for messages. */
  public static final String WANTED = "a folder, or a URI such as s3://bucket/folder";

  @Override
  public Path convert(String typed) {
    try {
      return ObjectStores.folder(typed);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(WANTED);
    }
  }

  @Override
  public String wanted() {
    return WANTED;
  }
}
