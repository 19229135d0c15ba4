package shop;

import com.google.gson.GsonBuilder;
import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.dataloader.BatchLoader;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderRegistry;
import shop.Shop.CustomerByIdParams;
import shop.Shop.CustomerByIdRow;
import shop.Shop.CustomersReferrerRow;
import shop.Shop.LastOrdersParams;
import shop.Shop.LastOrdersRow;

/**
 * Answers a GraphQL query from PostgreSQL: customers come with who referred them, and each other
 * nested field takes one query, however many customers there are.
 */
public final class Main {
  private Main() {}

  /** A lookup of many keys by a generated method. */
  private interface Lookup<K, V> {
    List<V> find(List<K> keys) throws SQLException;
  }

  private static <K, V> DataLoader<K, V> loader(Lookup<K, V> lookup) {
    BatchLoader<K, V> batch =
        keys -> {
          try {
            return CompletableFuture.completedFuture(lookup.find(keys));
          } catch (SQLException e) {
            return CompletableFuture.failedFuture(e);
          }
        };
    return DataLoaderFactory.newDataLoader(batch);
  }

  /** The loaders of one request: what it asks for while it resolves a level becomes one call. */
  private static DataLoaderRegistry loaders(Shop shop) {
    DataLoader<Integer, List<LastOrdersRow>> lastOrders =
        loader(ids -> shop.lastOrdersBulk(ids.stream().map(LastOrdersParams::new).toList()));
    DataLoader<Integer, CustomerByIdRow> customer =
        loader(ids -> shop.customerByIdBulk(ids.stream().map(CustomerByIdParams::new).toList()));
    return DataLoaderRegistry.newRegistry()
        .register("lastOrders", lastOrders)
        .register("customer", customer)
        .build();
  }

  /** A customer, and who referred them: the customer, if a row says so, else the key. */
  private record Customer(int id, String name, Customer referrer, Integer referredBy) {
    static Customer of(CustomersReferrerRow row) {
      return row == null ? null : new Customer(row.id(), row.name(), null, row.referredBy());
    }
  }

  private static List<Customer> customers(Shop shop) throws SQLException {
    return shop.customers().stream()
        .map(row -> new Customer(row.id(), row.name(), Customer.of(row.referrer()), null))
        .toList();
  }

  private static CompletionStage<Customer> referredBy(DataFetchingEnvironment field) {
    Customer customer = field.getSource();
    if (customer.referredBy() == null) {
      return CompletableFuture.completedFuture(customer.referrer());
    }
    DataLoader<Integer, CustomerByIdRow> loader = field.getDataLoader("customer");
    return loader
        .load(customer.referredBy())
        .thenApply(row -> new Customer(row.id(), row.name(), null, row.referredBy()));
  }

  private static CompletionStage<List<LastOrdersRow>> lastOrders(DataFetchingEnvironment field) {
    Customer customer = field.getSource();
    DataLoader<Integer, List<LastOrdersRow>> loader = field.getDataLoader("lastOrders");
    return loader.load(customer.id());
  }

  private static GraphQL graphql(String schema, Shop shop) {
    RuntimeWiring fields =
        RuntimeWiring.newRuntimeWiring()
            .type("Query", type -> type.dataFetcher("customers", field -> customers(shop)))
            .type(
                "Customer",
                type ->
                    type.dataFetcher("referredBy", Main::referredBy)
                        .dataFetcher("lastOrders", Main::lastOrders))
            .build();
    return GraphQL.newGraphQL(
            new SchemaGenerator().makeExecutableSchema(new SchemaParser().parse(schema), fields))
        .build();
  }

  /** Takes the file of the schema, a query and the URL of an empty database. */
  public static void main(String[] args) throws Exception {
    try (Connection db = DriverManager.getConnection(args[2])) {
      Shop.applyMigrations(db);
      Shop shop = new Shop(db);
      shop.addCustomers();
      shop.addOrders();

      List<String> asked = new ArrayList<>();
      Shop observed =
          new Shop(
              db,
              query -> {
                asked.add(query);
                return (rows, error) -> {};
              });
      ExecutionResult result =
          graphql(Files.readString(Path.of(args[0])), observed)
              .execute(
                  ExecutionInput.newExecutionInput(args[1])
                      .dataLoaderRegistry(loaders(observed))
                      .build());
      System.out.println(
          new GsonBuilder().serializeNulls().create().toJson(result.toSpecification()));
      asked.sort(null);
      if (!asked.equals(List.of("customer_by_id", "customers", "last_orders"))) {
        throw new IllegalStateException("one query for each field expected, not " + asked);
      }
    }
  }
}
