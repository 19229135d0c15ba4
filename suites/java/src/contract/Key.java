package contract;

import java.time.LocalDate;
import java.util.UUID;

/** A key of the application's, a number that the database has as a UUID. */
public record Key(long number) {
  public static Key of(UUID uuid) {
    return new Key(uuid.getLeastSignificantBits());
  }

  public static UUID uuid(Key key) {
    if (key.number < 0) {
      throw new IllegalArgumentException(key.number + " is no key");
    }
    return new UUID(0, key.number);
  }

  /** A day by its number. */
  public record Day(long number) {
    public static Day of(LocalDate date) {
      return new Day(date.toEpochDay());
    }

    public LocalDate date() {
      return LocalDate.ofEpochDay(number);
    }
  }
}
