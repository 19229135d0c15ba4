// A person's session in VS Code, in a browser: node session.mjs ADDRESS PROJECT SCREENS CHROMIUM.
import { session } from "./browser.mjs";

await session(async ({ page, shows, open }) => {
  const press = (...keys) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  /** Puts the cursor in a place. */
  async function go(line, column) {
    await page
      .locator(".editor-instance .view-lines")
      .first()
      .click({ position: { x: 300, y: 400 } });
    await press("Control+g");
    await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
    await press("Enter");
    await page
      .locator(".statusbar")
      .filter({ hasText: `Ln ${line}, Col ${column}` })
      .waitFor();
  }

  /** Clicks on a lens of the nth statement. */
  const lens = (title, n) => page.locator(".codelens-decoration a", { hasText: title }).nth(n).click();

  await open("sql/queries.sql");
  await shows("lenses", ".codelens-decoration", "run on TESTDATA");
  await shows("calls counted", ".codelens-decoration", "3 calls");
  await press("Control+Shift+m");
  await shows("problems", ".markers-panel", "no such column: u.nmae");
  await press("Control+Shift+m");

  await go(7, 10);
  await page.locator(".lightBulbWidget").first().waitFor(); // the fixes are known
  await press("Control+.");
  await shows("quick fix", ".action-widget", "Write name");
  await press("Enter");
  await shows("mended", ".view-lines", /WHERE\su\.name/);
  await page.locator(".squiggly-error").waitFor({ state: "detached" });

  await go(2, 13);
  await press("Control+k", "Control+i");
  await shows("hover", ".monaco-hover", "NOT NULL");
  await press("Escape");

  await go(11, 1);
  await page.keyboard.type("\n-- QUERY notes\nSELECT u.id, u");
  await page.keyboard.type(".");
  await press("Escape");
  await page.keyboard.type(" FROM users u;");
  await go(13, 16);
  await press("Control+Space");
  await shows("completion", ".suggest-widget", "note");
  await press("Escape", "Escape");

  await lens("run on TESTDATA", 0);
  await page.locator(".quick-input-widget", { hasText: "INTEGER" }).locator("input").first().fill("2");
  await press("Enter");
  const result = page.frameLocator("iframe.webview").frameLocator("#active-frame");
  await result.locator("td", { hasText: "bob" }).waitFor();
  await shows("result", ".tabs-container", "get_user");
  await lens("plan", 1);
  await result.locator("mark").first().waitFor();
  await shows("plan", ".tabs-container", "Plan of posts_of");

  await lens("3 calls", 0);
  await shows("calls", ".zone-widget", "main.ts");
  await press("Escape");
  await go(1, 12);
  await press("F12"); // there are two: they are peeked at
  await shows("code of a statement", ".zone-widget", "app.py");
  await press("Escape");

  await press("Control+p");
  await page.locator(".quick-input-widget input").first().fill("gen/app.py");
  await page.locator(".quick-input-widget .monaco-list-row", { hasText: "app.py" }).first().waitFor();
  await press("Enter");
  await page.locator(".tab.active", { hasText: "app.py" }).waitFor();
  await press("Control+f");
  await page.keyboard.type("def get_user");
  await press("Enter", "Escape", "ArrowRight", "ArrowLeft", "F12");
  await page.locator(".tab.active", { hasText: "queries.sql" }).waitFor();
  await shows("from code to SQL", ".statusbar", "Ln 1, Col 10");
});
