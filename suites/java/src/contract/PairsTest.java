package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckLoad;
import gen.PgCopy;
import gen.PgCopy.AddPairParams;
import gen.PgCopy.Pair;
import gen.PgCopy.PairsRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A composite type one of whose fields has no letter in its name, and a CALL for many rows. */
class PairsTest {
  private static List<PairsRow> pairs(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> new PairsRow(i, new Pair(i, i == 3 ? null : -i)))
        .toList();
  }

  @Test
  void appended() throws SQLException {
    try (Connection connection = Pg.open(PgCopy.getMigrations())) {
      PgCopy queries = new PgCopy(connection);
      assertEquals(5, queries.bulkInsertPairs(pairs(0, 5))); // by INSERT
      assertEquals(50, queries.bulkInsertPairs(pairs(5, 55))); // by COPY
      assertEquals(pairs(0, 55), queries.allPairs());
    }
  }

  @Test
  void appendedToDuckdb() throws SQLException {
    List<DuckLoad.PairsRow> rows =
        IntStream.range(0, 5000)
            .mapToObj(i -> new DuckLoad.PairsRow(i, new DuckLoad.Pair(i, i == 3 ? null : -i)))
            .toList();
    try (Connection connection = Duck.open(DuckLoad.getMigrations())) {
      DuckLoad queries = new DuckLoad(connection);
      assertEquals(3, queries.bulkInsertPairs(rows.subList(0, 3)));
      assertEquals(4997, queries.bulkInsertPairs(rows.subList(3, 5000)));
      assertEquals(rows, queries.allPairs());
    }
  }

  @Test
  void called() throws SQLException {
    try (Connection connection = Pg.open(PgCopy.getMigrations())) {
      PgCopy queries = new PgCopy(connection);
      assertEquals(0, queries.addPair(0, 0));
      List<AddPairParams> rows =
          IntStream.range(4, 2000).mapToObj(i -> new AddPairParams(i, -i)).toList();
      assertEquals(0, queries.addPairBatch(rows));
      List<PairsRow> expected =
          Stream.concat(pairs(0, 1).stream(), pairs(4, 2000).stream()).toList();
      assertEquals(expected, queries.allPairs());
      SQLException failure =
          assertThrows(
              SQLException.class,
              () ->
                  queries.addPairBatch(List.of(new AddPairParams(1, 1), new AddPairParams(5, 5))));
      assertTrue(failure.getMessage().startsWith("row 2: "), failure.getMessage());
      assertEquals(expected, queries.allPairs());
    }
  }
}
