package contract;

import gen.RowLoad;

/** Loads of rows that the driver's appender takes one by one, and writes 2,048 at a time. */
class RowLoadTest extends DuckLoads {
  RowLoadTest() {
    super(RowLoad.class);
  }

  @Override
  String refusal() {
    return "rows 4097 to 5000: ";
  }
}
