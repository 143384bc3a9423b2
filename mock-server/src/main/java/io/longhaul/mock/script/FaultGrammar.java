package io.longhaul.mock.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The syntax of fault rules and changes and its meaning, for help texts and documentation. */
public final class FaultGrammar {
  private FaultGrammar() {}

  /** Returns the syntax of {@link Trigger}. */
  public static Map<String, String> triggers() {
    return table(Trigger.When.values(), form -> form.syntax, form -> form.meaning);
  }

  /** Returns the syntax of {@link Fault}. */
  public static Map<String, String> faults() {
    return table(Fault.Kind.values(), kind -> kind.syntax, kind -> kind.meaning);
  }

  /** Returns the syntax of the periods of a {@link Change}. */
  public static Map<String, String> periods() {
    Map<String, String> periods = new LinkedHashMap<>();
    periods.put(Change.FROM, "from this time on");
    periods.put(Change.FROM_TO, "in this period");
    return periods;
  }

  /** Returns the syntax of {@link Change}. */
  public static Map<String, String> changes() {
    return table(Change.Kind.values(), kind -> kind.syntax, kind -> kind.meaning);
  }

  /** Returns the syntax of {@link ScrapeFault}. */
  public static Map<String, String> scrapeFaults() {
    return table(ScrapeFault.Kind.values(), kind -> kind.syntax, kind -> kind.meaning);
  }

  private static <T> Map<String, String> table(
      T[] forms, Function<T, String> syntax, Function<T, String> meaning) {
    Map<String, String> table = new LinkedHashMap<>();
    for (T form : forms) {
      table.put(syntax.apply(form), meaning.apply(form));
    }
    return table;
  }
}
