package io.longhaul.cli.dashboard;

/**
 * The characters for charts, each one column wide.
 *
 * @param levels levels of a sparkline, the lowest first
 * @param done the completed part of a progress bar
 * @param left the remaining part of a progress bar
 * @param trusted a slice that can be trusted
 * @param cut the end of a text that was cut
 */
record Glyphs(String levels, char done, char left, char trusted, String cut) {
  static final Glyphs BLOCKS = new Glyphs("▁▂▃▄▅▆▇█", '█', '░', '·', "…");
  static final Glyphs ASCII = new Glyphs("_.-:=+*#", '#', '.', '.', "...");
}
