package io.longhaul.config.runfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.OptionProblems;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads a YAML file as maps, lists and scalars. Messages about invalid syntax contain line and
 * column but no content, which may include API keys.
 */
public final class YamlTree {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_ALIASES = 50;

  private YamlTree() {}

  /** Returns the top-level mapping, or reports why there is none and returns empty. */
  public static Optional<Map<?, ?>> read(Path file, OptionProblems problems) {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > MOST_BYTES) {
        problems.invalid(RunFile.OPTION, file.toString(), "a YAML file of at most 1 MB");
        return Optional.empty();
      }
      return parsed(file, Files.readString(file, UTF_8), problems);
    } catch (NoSuchFileException e) {
      problems.invalid(RunFile.OPTION, file.toString(), "there is no such file");
    } catch (CharacterCodingException e) {
      problems.invalid(RunFile.OPTION, file.toString(), "a YAML file in UTF-8");
    } catch (IOException e) {
      problems.invalid(RunFile.OPTION, file.toString(), "it cannot be read as text");
    }
    return Optional.empty();
  }

  private static Optional<Map<?, ?>> parsed(Path file, String text, OptionProblems problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setAllowRecursiveKeys(false)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(MOST_BYTES)
            .build();
    try {
      if (new Load(settings).loadFromString(text) instanceof Map<?, ?> map) {
        return Optional.of(map);
      }
      problems.invalid(RunFile.OPTION, file.toString(), "a YAML file with a mapping");
    } catch (MarkedYamlEngineException e) {
      problems.invalid(
          RunFile.OPTION, file + placeOf(e.getProblemMark()), "YAML, but: " + e.getProblem());
    } catch (YamlEngineException e) {
      problems.invalid(RunFile.OPTION, file.toString(), "a YAML file with one document");
    }
    return Optional.empty();
  }

  private static String placeOf(Optional<Mark> mark) {
    return mark.map(at -> ", line " + (at.getLine() + 1) + ", column " + (at.getColumn() + 1))
        .orElse("");
  }
}
