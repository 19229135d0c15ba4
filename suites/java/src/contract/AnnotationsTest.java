package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckPresets;
import gen.PgPresets;
import gen.Presets;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Records have the annotations that the config asks for, and say of each component whether it may
 * be null.
 */
class AnnotationsTest {
  @TestFactory
  Stream<DynamicTest> records() {
    return Stream.of(Presets.class, PgPresets.class, DuckPresets.class)
        .map(c ->
            DynamicTest.dynamicTest(
                c.getSimpleName(),
                () -> {
                  int rows = 0;
                  for (Class<?> type : c.getDeclaredClasses()) {
                    if (!type.isRecord() || type.getSimpleName().equals("Update")) {
                      continue;
                    }
                    Kept kept = type.getAnnotation(Kept.class);
                    assertEquals("1.0", kept.since(), type.getName());
                    assertEquals(List.of(String.class), List.of(kept.by()));
                    rows += type.getSimpleName().equals("AccountRow") ? 1 : 0;
                  }
                  assertEquals(1, rows);
                  Class<?> row = Class.forName(c.getName() + "$AccountRow");
                  for (var component : row.getRecordComponents()) {
                    boolean nullable =
                        List.of(
                                "parentId",
                                "credit",
                                "note",
                                "visits",
                                "openedAt",
                                "amounts",
                                "line",
                                "parts")
                            .contains(component.getName());
                    assertEquals(
                        nullable,
                        component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                        component.getName());
                  }
                }));
  }

  @Test
  void rowsAreRows() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      try (var statement = connection.createStatement()) {
        for (String script : Presets.getMigrations()) {
          statement.executeUpdate(script);
        }
      }
      var presets = new Presets(connection);
      var row =
          new Presets.AccountRow(
              new UUID(0, 1), null, new BigDecimal("1.5"), null, "Ann", null, null, null);
      presets.bulkInsertAccount(List.of(row));
      assertEquals(List.of(row), presets.allAccounts());
      assertNull(presets.getAccount(new UUID(0, 2)));
      assertTrue(presets.credits().stream().allMatch(c -> c == null));
    }
  }
}
