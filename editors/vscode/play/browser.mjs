// What sessions in VS Code have in common: node SESSION ADDRESS PROJECT SCREENS CHROMIUM. What is seen is kept as pictures
// in the folder SCREENS.
import { chromium } from "playwright-core";

/** Plays a session, and says how many things were seen. */
export async function session(play) {
  const [address, project, screens, executablePath] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(60000);
  let passed = 0;

  /** Waits until a part of the page has a text, and takes a picture. */
  const shows = async (what, selector, text) => {
    await page.locator(selector).filter({ hasText: text }).first().waitFor();
    const number = String(passed + 1).padStart(2, "0");
    await page.screenshot({ path: `${screens}/${number}-${what.replaceAll(" ", "-")}.png` });
    passed++;
  };

  /** Opens a file of the project. */
  const open = async (file) => {
    const path = `vscode-remote://${new URL(address).host}${project}/${file}`;
    const payload = encodeURIComponent(JSON.stringify([["openFile", path]]));
    await page.goto(`${address}?folder=${project}&payload=${payload}`);
  };

  try {
    await play({ page, shows, open });
    console.log(`${passed} passed, 0 failed`);
  } catch (error) {
    await page.screenshot({ path: `${screens}/failed.png` });
    console.log(`${error}\n${passed} passed, 1 failed`);
    process.exitCode = 1;
  }
  await browser.close();
}
