package io.longhaul.sinks.folder;

import java.nio.file.Path;

/** A process that locks a folder, reports this, and ends with its standard input. */
final class FolderHolderMain {
  private FolderHolderMain() {}

  public static void main(String[] arguments) throws Exception {
    RunFolder.hold(Path.of(arguments[0]));
    System.out.println("held");
    System.in.readAllBytes();
  }
}
