package io.longhaul.cli.options;

/** What a person sees while a run goes on. */
public enum Ui {
  /** A line that tells how it goes. */
  SIMPLE,
  NONE
}
