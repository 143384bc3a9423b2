package io.longhaul.cli;

import io.longhaul.config.binding.Converters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes a manual page for each command into the folder that the argument names. It is in the package of the commands, whose parser is
 * not public.
 */
final class ManPages {
  private ManPages() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandSpec commands = new Longhaul(new Terminal(nowhere, nowhere, false, false)).commandLine().getCommandSpec();
    ManPageGenerator.generateManPage(folder.toFile(), null, new boolean[1], true, commands);
    try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
      convert(commands, folder, asciidoctor);
    }
  }

  private static void convert(CommandSpec command, Path folder, Asciidoctor asciidoctor) throws IOException {
    Path source = folder.resolve(command.qualifiedName("-") + ".adoc");
    Files.writeString(source, improved(Files.readString(source), command));
    asciidoctor.convertFile(source.toFile(), Options.builder().backend("manpage").safe(SafeMode.UNSAFE).build());
    Files.delete(source);
    for (CommandLine subcommand : command.subcommands().values()) {
      convert(subcommand.getCommandSpec(), folder, asciidoctor);
    }
  }

  private static String improved(String page, CommandSpec command) {
    String labelled = page;
    for (OptionSpec option : command.options()) {
      for (String name : option.names()) {
        // The generator does not know the labels of types.
        labelled =
            labelled.replace(
                "%s*=_%s_".formatted(name, option.paramLabel()), "%s*=_%s_".formatted(name, Converters.labelOf(option)));
      }
    }
    // Double asterisks mark bold text also next to letters and brackets.
    return labelled.replaceAll("\\*(--?[\\w-]+(?:, --?[\\w-]+)*)\\*", "**$1**");
  }
}
