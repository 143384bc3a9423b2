package io.longhaul.config.value;

/** Display of the progress of a run in the terminal. */
public enum Ui {
  /** A dashboard that fills the terminal; lines of statistics without a terminal. */
  DASHBOARD,
  /** One line of statistics that is updated. */
  SIMPLE,
  NONE
}
