package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One class per SQL file: what the classes share is one type, whichever of them uses it. */
class DividedTest {
  @Test
  void sqlite() throws Exception {
    try (Connection connection = Db.open();
        var intake = new gen.divided.sqlite.Intake(connection);
        var delivery = new gen.divided.sqlite.Delivery(connection)) {
      gen.divided.sqlite.ParcelsSqlite.applyMigrations(connection);
      List<gen.divided.sqlite.ParcelsRow> rows =
          IntStream.range(0, 10)
              .mapToObj(i -> new gen.divided.sqlite.ParcelsRow(i, "open", null, i))
              .toList();
      assertEquals(10, intake.bulkInsertParcels(rows));
      assertEquals(rows, delivery.allParcels());
      assertEquals(rows.get(3), intake.parcel(3));
      assertEquals(new gen.divided.sqlite.Later(3, 3), delivery.later().get(3));
    }
  }

  /** One class observes two generated ones. */
  private static final class PgObserver implements gen.divided.pg.Observer {
    private final List<String> heard = new ArrayList<>();

    @Override
    public gen.divided.pg.Completion started(String query) {
      return (rows, error) -> heard.add(query + " " + rows);
    }
  }

  @Test
  void postgres() throws Exception {
    PgObserver observer = new PgObserver();
    try (Connection connection = Pg.open(List.of())) {
      var intake = new gen.divided.pg.Intake(connection, observer);
      var delivery = new gen.divided.pg.Delivery(connection, observer);
      gen.divided.pg.ParcelsPostgres.applyMigrations(connection);
      var place = new gen.divided.pg.Place("Long Street", 7);
      List<gen.divided.pg.ParcelsRow> rows =
          IntStream.range(0, 30)
              .mapToObj(i ->
                  new gen.divided.pg.ParcelsRow(
                      i,
                      gen.divided.pg.State.OPEN,
                      i % 2 == 0 ? null : place,
                      new gen.divided.pg.Interval(0, i, 0)))
              .toList();
      assertEquals(30, intake.bulkInsertParcels(rows));
      assertEquals(rows, delivery.allParcels());
      assertEquals(rows.get(3), intake.parcel(3));
      assertEquals(gen.divided.pg.State.OPEN, delivery.states().get(29));
      try (Stream<gen.divided.pg.Later> later = delivery.laterStream()) {
        assertEquals(3, later.skip(3).findFirst().orElseThrow().delay().days());
      }
      intake.forgetBatch(
          IntStream.range(0, 29).mapToObj(gen.divided.pg.Intake.ForgetParams::new).toList());
      assertEquals(rows.subList(29, 30), delivery.allParcels());
    }
    assertEquals(
        List.of(
            "parcels 30",
            "all_parcels 30",
            "parcel 1",
            "states 30",
            "later 4",
            "forget 29",
            "all_parcels 1"),
        observer.heard);
  }

  @Test
  void duckdb() throws Exception {
    List<String> heard = new ArrayList<>();
    gen.divided.duck.Observer observer =
        query -> {
          heard.add(query);
          return (rows, error) -> {};
        };
    try (Connection connection = Duck.open()) {
      var intake = new gen.divided.duck.Intake(connection, observer);
      var delivery = new gen.divided.duck.Delivery(connection, observer);
      gen.divided.duck.ParcelsDuckdb.applyMigrations(connection);
      var place = new gen.divided.duck.Place("Long Street", 7);
      List<gen.divided.duck.ParcelsRow> rows =
          IntStream.range(0, 10)
              .mapToObj(i ->
                  new gen.divided.duck.ParcelsRow(
                      i,
                      gen.divided.duck.State.OPEN,
                      i % 2 == 0 ? null : place,
                      new gen.divided.duck.Interval(0, i, 0)))
              .toList();
      assertEquals(10, intake.bulkInsertParcels(rows));
      assertEquals(rows, delivery.allParcels());
      assertEquals(rows.get(3), intake.parcel(3));
    }
    assertEquals(List.of("parcels", "all_parcels", "parcel"), heard);
  }
}
