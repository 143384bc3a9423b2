package io.longhaul.pipeline.types;

import java.util.AbstractList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A list whose elements are converted when they are read. Avro reads each element once, so a
 * checkpoint of a large state does not need the memory of all its records at the same time.
 */
public final class ConvertedList<S, T> extends AbstractList<T> {
  private final List<S> elements;
  private final Function<? super S, ? extends T> conversion;

  private ConvertedList(List<S> elements, Function<? super S, ? extends T> conversion) {
    this.elements = elements;
    this.conversion = conversion;
  }

  /** Returns the converted elements in the order of the collection, which must not change. */
  public static <S, T> List<T> of(
      Collection<S> elements, Function<? super S, ? extends T> conversion) {
    return new ConvertedList<S, T>(List.copyOf(elements), conversion);
  }

  @Override
  public T get(int index) {
    return conversion.apply(elements.get(index));
  }

  @Override
  public int size() {
    return elements.size();
  }
}
