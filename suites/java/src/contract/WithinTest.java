package contract;

import static contract.DuckWithins.fails;
import static contract.DuckWithins.key;
import static contract.DuckWithins.keys;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import contract.Key.Day;
import gen.PgWithin;
import gen.PgWithin.GraphRow;
import gen.PgWithin.LinkOfParams;
import gen.PgWithin.LinkRow;
import gen.PgWithin.Node;
import gen.PgWithin.SetTargetsParams;
import gen.PgWithin.SpotRow;
import gen.Range;
import gen.Within;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Types of the application inside of those of SQLite and PostgreSQL. */
class WithinTest {
  @Test
  void listsOfSqlite() throws Exception {
    try (Connection connection = Db.open(Within.getMigrations());
        Within q = new Within(connection)) {
      List<Within.GraphRow> rows =
          List.of(new Within.GraphRow(key(1), null), new Within.GraphRow(key(2), key(1)));
      assertEquals(2, q.bulkInsertGraph(rows));
      assertEquals(1, q.addGraphBulk(List.of(new Within.AddGraphParams(key(3), key(2)))));
      assertEquals(keys(1, 3), q.findGraphs(keys(3, 1, 7)));
      assertEquals(rows, q.allGraphs().subList(0, 2));
      assertEquals(
          Key.uuid(key(2)).toString(), Db.text(connection, "SELECT max(parent) FROM graph"));
      fails("ids", () -> q.findGraphs(keys(1, -1)));
    }
  }

  @TestFactory
  Stream<DynamicTest> partsOfPostgres() {
    return Pg.TRANSFERS.entrySet().stream()
        .map(transfer ->
            DynamicTest.dynamicTest(transfer.getKey(), () -> partsOfPostgres(transfer.getValue())));
  }

  private static final Range<Day> DAYS = Range.of(new Day(10), new Day(20));

  private static GraphRow graph(long id, Key parent, List<Key> extra, Node top, Range<Day> days) {
    List<Node> nodes =
        Arrays.asList(new Node(key(3), "top", keys(0, 1)), null, new Node(null, null, null));
    List<List<Key>> grid = List.of(keys(7, 0), keys(0, 8));
    Range<Key> span = Range.of(key(1), null);
    return new GraphRow(key(id), parent, keys(5, 0, 6), extra, grid, top, nodes, span, days);
  }

  private static List<Object> stored(String table) throws Exception {
    String texts = "SELECT value FROM json_each(?, '$.postgres." + table + "')";
    return Db.json(Db.CORPUS.resolve("within/values.json"), texts).stream()
        .map(t -> (Object) t.get(0))
        .toList();
  }

  private static void partsOfPostgres(String transfer) throws Exception {
    try (Connection connection = Pg.open(PgWithin.getMigrations(), transfer)) {
      PgWithin q = new PgWithin(connection);
      GraphRow first = graph(1, key(9), keys(), new Node(key(4), null, null), DAYS);
      GraphRow second = graph(2, null, null, null, null);
      for (int time = 0; time < 2; time++) { // by the appender and by the statement
        if (time == 0) {
          assertEquals(1, q.bulkInsertGraph(List.of(first)));
          Db.call(q, "addGraph", Db.values(second).toArray());
        } else {
          Db.call(q, "addGraph", Db.values(first).toArray());
          try (var appender = q.createGraphAppender()) {
            appender.append(second);
          }
        }
        assertEquals(List.of(first, second), q.allGraphs());
        assertEquals(stored("graph"), Db.values(q.graphText(key(1))));
        assertEquals(keys(2), q.findGraphs(keys(2, 7)));
        assertEquals(keys(5, 0, 6), q.linksOf(key(1)));
        Db.execute(connection, "DELETE FROM graph");
      }
      // By COPY, which few rows do not go by.
      List<GraphRow> many =
          LongStream.rangeClosed(1, 200)
              .mapToObj(id -> graph(id, key(9), keys(), new Node(key(4), null, null), DAYS))
              .toList();
      assertEquals(200, q.bulkInsertGraph(many));
      assertEquals(many, q.allGraphs());
      assertEquals(stored("graph"), Db.values(q.graphText(key(1))));

      List<LinkRow> links =
          List.of(
              new LinkRow(key(1), key(9), keys(2, 0), keys(), DAYS),
              new LinkRow(key(2), null, keys(), null, null));
      assertEquals(2, q.bulkInsertLink(links));
      assertEquals(links, q.allLinks());
      assertEquals(stored("link"), Db.values(q.linkText(key(1))));
      for (int rows : List.of(1, 3, 300, 3000)) { // each of which goes another way
        Db.execute(connection, "DELETE FROM link");
        List<LinkRow> added =
            LongStream.rangeClosed(1, rows)
                .mapToObj(id -> new LinkRow(key(id), key(9), keys(2, 0), keys(), DAYS))
                .toList();
        assertEquals(
            rows,
            q.addLinkBulk(
                added.stream()
                    .map(r ->
                        new PgWithin.AddLinkParams(
                            r.id(), r.parent(), r.targets(), r.extra(), r.days()))
                    .toList()));
        assertEquals(added, q.allLinks());
        assertEquals(stored("link"), Db.values(q.linkText(key(1))));
        assertEquals(
            rows,
            q.setTargetsBulk(
                added.stream().map(r -> new SetTargetsParams(keys(2, 5), r.id())).toList()));
        assertEquals(
            added.stream().map(r -> keys(2, 5)).toList(),
            q.allLinks().stream().map(LinkRow::targets).toList());
      }
      assertEquals(1, q.setTargetsBatch(List.of(new SetTargetsParams(keys(0), key(1)))));
      List<PgWithin.LinkOfRow> found =
          q.linkOfBulk(List.of(new LinkOfParams(key(1)), new LinkOfParams(key(7_000))));
      assertEquals(keys(0), found.get(0).targets());
      assertNull(found.get(1));

      String place = "(1,\"a b\")";
      SpotRow spot =
          new SpotRow(
              key(1), place, Arrays.asList(place, null), "so so", Arrays.asList(null, "good"));
      SpotRow bare = new SpotRow(key(2), place, List.of(), null, null);
      assertEquals(1, q.bulkInsertSpot(List.of(spot)));
      assertEquals(
          1,
          q.addSpotBulk(List.of(new PgWithin.AddSpotParams(key(2), place, List.of(), null, null))));
      assertEquals(List.of(spot, bare), q.allSpots());
      assertEquals(List.of(place), q.placesOf("so so"));
      assertEquals(stored("spot"), Db.values(q.spotText(key(1))));

      fails("ids", () -> q.findGraphs(keys(1, -1)));
      fails("targets", () -> q.setTargets(keys(-1), key(1)));
      fails(
          "targets",
          () -> q.bulkInsertLink(List.of(new LinkRow(key(5_000), null, keys(-1), null, null))));
    }
  }
}
