package io.longhaul.config.options;

import io.longhaul.config.binding.ExplainedConverter;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/** Converts the name of a lake: a folder, or a URI of an object store. */
public final class LakeFolderConverter implements ExplainedConverter<Path> {
  @Override
  public Path convert(String typed) {
    return ObjectStores.parsed(typed)
        .orElseThrow(() -> new TypeConversionException(ObjectStores.WANTED));
  }

  @Override
  public String wanted() {
    return ObjectStores.WANTED;
  }
}
