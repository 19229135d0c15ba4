package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.BoxedGathered;
import gen.Gathered;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows that a statement gathers in JSON: they have what the table's own rows have. */
class GatheredTest {
  private static final long LARGE = 9007199254740993L;

  @Test
  void gathered() throws Exception {
    try (Connection connection = opened()) {
      Gathered gathered = new Gathered(connection);
      Map<Long, String> things = new HashMap<>();
      for (Gathered.ThingsRow row : gathered.things()) {
        things.put(row.id(), values(row));
      }
      List<List<Long>> ids = new ArrayList<>();
      for (Gathered.EverythingRow maker : gathered.everything()) {
        ids.add(maker.things().stream().map(Gathered.EverythingThings::id).toList());
        for (Gathered.EverythingThings thing : maker.things()) {
          assertEquals(things.get(thing.id()), values(thing));
        }
      }
      assertEquals(List.of(List.of(2L, LARGE), List.of(), List.of(3L)), ids);
      List<Gathered.CatalogueRow> catalogue = gathered.catalogue();
      assertEquals(List.of(2L, LARGE), catalogue.get(0).things().get(1).ids());
      assertEquals(List.of("Ada"), catalogue.get(1).before());
      List<Gathered.MissingRow> missing = gathered.missing();
      assertEquals(List.of(new Gathered.MissingThings(null, null)), missing.get(1).things());
      assertEquals(List.of(), missing.get(1).large());
      assertEquals(3L, missing.get(2).large().get(0).id());
      assertNull(gathered.oneEach().get(1).thing());
      assertEquals(3L, gathered.oneEach().get(2).sure().id());
      List<Gathered.KeptRow> kept = gathered.kept();
      assertEquals(
          Arrays.asList(2, null, 1),
          kept.stream()
              .map(row -> row.whole().things() == null ? null : row.things().size())
              .toList());
      assertEquals("Dee", gathered.addMaker(4, "Dee").made().name());
    }
  }

  @Test
  void valuesOfTheApplication() throws Exception {
    try (Connection connection = opened()) {
      BoxedGathered gathered = new BoxedGathered(connection);
      Map<Long, Key> keys = new HashMap<>();
      for (BoxedGathered.ThingsRow row : gathered.things()) {
        keys.put(row.id(), row.uid());
      }
      for (BoxedGathered.EverythingRow maker : gathered.everything()) {
        maker.things().forEach(thing -> assertEquals(keys.get(thing.id()), thing.uid()));
      }
      assertEquals(Key.of(new UUID(0, 42)), keys.get(LARGE));
    }
  }

  /** A table that is not STRICT may hold anything. */
  @Test
  void misfits() throws Exception {
    try (Connection connection = opened();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE thing SET strength = 'many' WHERE id = 3");
      SQLException e = assertThrows(SQLException.class, new Gathered(connection)::everything);
      String expected =
          "column things: its JSON should hold an integer, but this row holds TEXT \"many\"";
      assertTrue(e.getMessage().contains(expected), e.getMessage());
    }
  }

  private static Connection opened() throws Exception {
    return Db.withTestData("gathered", Gathered.getMigrations());
  }

  private static String values(Record row) {
    return row.toString().substring(row.toString().indexOf('['));
  }
}
