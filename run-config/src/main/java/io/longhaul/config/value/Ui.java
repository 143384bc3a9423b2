package io.longhaul.config.value;

/** Display of the progress of a run in the terminal. */
public enum Ui {
  /** One line of statistics that is updated. */
  SIMPLE,
  NONE
}
