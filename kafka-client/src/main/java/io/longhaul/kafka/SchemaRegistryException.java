package io.longhaul.kafka;

/** Thrown if a schema registry cannot be used. The message is a sentence with reason and remedy. */
public final class SchemaRegistryException extends Exception {
  private static final long serialVersionUID = 1;

  SchemaRegistryException(String message) {
    super(message);
  }

  SchemaRegistryException(String message, Exception cause) {
    super(message, cause);
  }
}
