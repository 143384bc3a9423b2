package io.longhaul.benchmarks.subject;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** The child's side of {@link Child}. */
final class CommandLoop {
  private CommandLoop() {}

  /** Obeys one order. */
  interface Servant {
    /** Returns the answer, one line. */
    String obey(String order) throws Exception;
  }

  /** Obeys until the parent has no more orders, or is no more. */
  static void obey(Servant servant) throws Exception {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String order = next(orders); order != null; order = next(orders)) {
      System.out.println(servant.obey(order));
      System.out.flush();
    }
  }

  private static String next(BufferedReader orders) {
    try {
      return orders.readLine();
    } catch (IOException e) {
      return null;
    }
  }
}
