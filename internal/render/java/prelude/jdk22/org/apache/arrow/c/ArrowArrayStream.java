package org.apache.arrow.c;

/**
 * The address of a stream of Arrow's C data interface. The driver takes it from a class of this
 * name only; where Arrow's own is on the class path, leave this one out.
 */
public final class ArrowArrayStream {
  private final long address;

  private ArrowArrayStream(long address) {
    this.address = address;
  }

  public static ArrowArrayStream wrap(long address) {
    return new ArrowArrayStream(address);
  }

  public long memoryAddress() {
    return address;
  }
}
