package io.longhaul.config.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the keys of a run file that set an option. {@link YamlKey} reads it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Yaml {
  /** Paths below {@code benchmark}; {@code dataset[file]} is a dataset of type {@code file}. */
  String[] value();

  /** The value that means the same as no value. */
  String unless() default "";

  /** Whether the option is set if the key is false. */
  boolean negated() default false;
}
