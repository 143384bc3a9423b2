package io.longhaul.cli.dashboard;

import org.jline.utils.AttributedStyle;

/**
 * Styles of texts. Colors, which people with any color vision can tell apart, only repeat what
 * words state.
 *
 * @param color whether colors are used
 */
record Styles(boolean color) {
  AttributedStyle heading() {
    return AttributedStyle.DEFAULT.faint();
  }

  AttributedStyle figure() {
    return AttributedStyle.BOLD;
  }

  AttributedStyle chart() {
    return colored(AttributedStyle.DEFAULT, AttributedStyle.CYAN);
  }

  AttributedStyle warning() {
    return colored(AttributedStyle.BOLD, AttributedStyle.YELLOW);
  }

  private AttributedStyle colored(AttributedStyle style, int hue) {
    return color ? style.foreground(hue) : style;
  }
}
