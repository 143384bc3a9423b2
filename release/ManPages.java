package io.longhaul.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes a manual page for each command into the folder that the argument names. It is in the package of the commands, whose parser is not
 * public.
 */
final class ManPages {
  private ManPages() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Terminal terminal = new Terminal(nowhere, nowhere, false, false);
    ManPageGenerator.generateManPage(
        folder.toFile(), null, new boolean[1], true, new Longhaul(terminal).commandLine().getCommandSpec());
    List<Path> sources;
    try (Stream<Path> files = Files.list(folder)) {
      sources = files.sorted().toList();
    }
    try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      for (Path source : sources) {
        // Double asterisks mark bold text also next to letters and brackets.
        Files.writeString(source, Files.readString(source).replaceAll("\\*(--?[\\w-]+)\\*", "**$1**"));
        asciidoctor.convertFile(source.toFile(), Options.builder().backend("manpage").safe(SafeMode.UNSAFE).build());
        Files.delete(source);
      }
    }
  }
}
