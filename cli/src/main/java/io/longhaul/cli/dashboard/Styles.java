package io.longhaul.cli.dashboard;

import org.jline.utils.AttributedStyle;

/**
 * Styles of texts. Colors only repeat what words state, and can be distinguished with any color
 * vision.
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
