/**
 * The ways of generated code that takes a later JDK than the suite does, for a kind of operation.
 */
interface Newest {
  Way way(String kind);
}
