package io.longhaul.pipeline.types;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Type information of a type whose fields Flink does not access. Instances of the same class for
 * the same type are equal.
 */
abstract class OpaqueTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1;

  private final Class<T> type;

  OpaqueTypeInfo(Class<T> type) {
    this.type = type;
  }

  @Override
  public final Class<T> getTypeClass() {
    return type;
  }

  @Override
  public final boolean isBasicType() {
    return false;
  }

  @Override
  public final boolean isTupleType() {
    return false;
  }

  @Override
  public final int getArity() {
    return 1;
  }

  @Override
  public final int getTotalFields() {
    return 1;
  }

  @Override
  public final boolean isKeyType() {
    return false;
  }

  @Override
  public final boolean canEqual(Object other) {
    return other.getClass() == getClass();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OpaqueTypeInfo<?> info && canEqual(info) && info.type == type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public final String toString() {
    return type.getSimpleName();
  }
}
