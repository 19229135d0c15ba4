// VS Code on a machine without sqg has npm download it: node download.mjs ADDRESS PROJECT SCREENS CHROMIUM.
import { session } from "./browser.mjs";

await session(async ({ page, shows, open }) => {
  await open("sql/queries.sql");
  await shows("no sqg", ".notification-list-item", "sqg does not start");
  await page.locator(".notification-list-item .monaco-button", { hasText: "Download by npm" }).click();
  await shows("downloaded", ".codelens-decoration", "run on TESTDATA");
});
