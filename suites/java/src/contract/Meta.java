package contract;

import java.math.BigDecimal;

/** A language type of the application's own, as overrides name it. */
public record Meta(String document) {
  public static Meta parse(String text) {
    return new Meta("<" + text + ">");
  }

  public static String text(Meta meta) {
    return meta.document.substring(1, meta.document.length() - 1);
  }

  /** What a text column holds. */
  public enum State {
    OPEN,
    CLOSED
  }

  /** What a decimal column holds. */
  public record Money(BigDecimal value) {
    public static BigDecimal amount(Money money) {
      return money.value;
    }
  }
}
