package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import gen.PgGathered;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows that a statement gathers in a value: they have what the table's own rows have. */
class PgGatheredTest {
  private static final long LARGE = 9007199254740993L;

  @Test
  void gathered() throws Exception {
    try (Connection connection = Pg.withTestData("gathered", PgGathered.getMigrations())) {
      PgGathered gathered = new PgGathered(connection);
      for (int i = 0; i < 7; i++) { // the driver changes over to binary results on the way
        Map<Long, List<String>> things = new HashMap<>();
        for (PgGathered.ThingRow row : gathered.things()) {
          things.put(row.id(), values(row));
        }
        List<List<Long>> ids = new ArrayList<>();
        for (PgGathered.EverythingRow maker : gathered.everything()) {
          ids.add(maker.things().stream().map(PgGathered.EverythingThings::id).toList());
          for (PgGathered.EverythingThings thing : maker.things()) {
            assertEquals(things.get(thing.id()), values(thing));
          }
        }
        assertEquals(List.of(List.of(2L, LARGE), List.of(), List.of(3L)), ids);
        PgGathered.CatalogueRow first = gathered.catalogue().get(0);
        assertNull(first.things().get(0).tags());
        assertEquals(
            List.of(
                new PgGathered.CatalogueThingsTags("a,b", 1L),
                new PgGathered.CatalogueThingsTags("", 2L)),
            first.things().get(1).tags());
        assertEquals(List.of(2L, LARGE), first.things().get(1).ids());
        List<PgGathered.MissingRow> missing = gathered.missing();
        assertEquals(Arrays.asList((Object) null), missing.get(1).things());
        assertNull(missing.get(1).large());
        assertNull(missing.get(2).others());
        assertNull(gathered.oneEach().get(1).thing());
        assertEquals(3L, gathered.oneEach().get(2).sure().id());
        PgGathered.ListsMade ada = gathered.lists().get(0).made();
        assertEquals(List.of(PgGathered.Mood.OK, PgGathered.Mood.SO_SO), ada.moods());
        assertEquals(List.of(2L, LARGE), ada.ids());
        assertEquals(List.of("b   ", "ab  "), ada.codes());
        assertEquals(Arrays.asList(null, "(1,2)"), ada.spots());
        assertEquals(PgGathered.Mood.SO_SO, ada.things().get(1).mood());
        PgGathered.ListsMade bo = gathered.lists().get(1).made();
        assertEquals(List.of(), bo.moods());
        assertNull(bo.codes());
        PgGathered.SurveysRow surveys = gathered.surveys().get(0);
        assertEquals(
            Arrays.asList(PgGathered.Mood.OK, PgGathered.Mood.SO_SO, null),
            surveys.surveys().get(0).moods());
        assertEquals(List.of(), surveys.surveys().get(1).moods());
        assertNull(surveys.surveys().get(1).later());
        assertEquals(List.of(PgGathered.Mood.SAD), surveys.later().get(0).later());
      }
      assertEquals("Dee", gathered.addMaker(4, "Dee").made().name());
    }
  }

  /** What a row has. In binary format the driver itself writes a point, with digits of its own. */
  private static List<String> values(Record row) throws Exception {
    List<String> values = new ArrayList<>();
    for (var component : row.getClass().getRecordComponents()) {
      Object value = component.getAccessor().invoke(row);
      String text =
          value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
      values.add(component.getName() + " " + text.replace(".0,", ",").replace(".0)", ")"));
    }
    return values;
  }
}
