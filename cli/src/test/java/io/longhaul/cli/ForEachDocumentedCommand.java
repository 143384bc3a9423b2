package io.longhaul.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a test with each command of an area of {@link DocumentedCommands}. */
@ParameterizedTest
@ArgumentsSource(ForEachDocumentedCommand.Area.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface ForEachDocumentedCommand {
  /** The area's name. */
  String value();

  /** Its commands. */
  final class Area implements ArgumentsProvider, AnnotationConsumer<ForEachDocumentedCommand> {
    private String name;

    @Override
    public void accept(ForEachDocumentedCommand commands) {
      name = commands.value();
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      return DocumentedCommands.read().of(name).stream().map(Arguments::of);
    }
  }
}
