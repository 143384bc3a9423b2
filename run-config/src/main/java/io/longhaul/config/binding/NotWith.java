package io.longhaul.config.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the options that exclude an option. {@link CommandLineParsing} checks it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface NotWith {
  String[] value();

  /** Follows the name of the other option in the message. */
  String because() default "";
}
