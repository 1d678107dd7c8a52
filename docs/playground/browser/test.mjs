// The playground in headless Chromium: results, errors, keyboard, phone, accessibility by axe-core, a screenshot.
//
//     node test.mjs PAGE SCREENSHOTS          # the built page, and a folder for screenshots
//     BLESS=1 node test.mjs PAGE SCREENSHOTS  # also replaces the stored screenshot

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const [page_folder, screenshots] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), "package.json"));
const { default: puppeteer } = await import(require.resolve("puppeteer-core"));
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const stored = new URL("desktop.png", import.meta.url);

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html").replace("/playground/", "");
  try {
    const body = await readFile(join(page_folder, name));
    response.writeHead(200, { "content-type": types[extname(name)] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/playground/`;

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--force-color-profile=srgb", "--font-render-hinting=none", "--hide-scrollbars"],
});
console.log(await browser.version());
const page = await browser.newPage();
const problems = [];
page.on("pageerror", (error) => problems.push(error.message));
page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));

const text = (selector) => page.$eval(selector, (element) => element.textContent);
const headline = () => text("#headline");
const query = (fields) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) [value].flat().forEach((one) => query.append(name, one));
  return query;
};
const open = async (fields = {}) => {
  await page.goto("about:blank");
  await page.goto(`${address}#${query(fields)}`);
  await page.waitForFunction(() => performance.getEntriesByName("first-result").length > 0, { timeout: 60000 });
  const image = await page.$eval("#image", (image) => image.hasAttribute("src") && image.decode().then(() => image.naturalWidth));
  assert.notEqual(image, 0, "the picture is drawn");
};
const accessible = async (state) => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  const nodes = ({ id, nodes }) => `${state}: ${id}: ${nodes.map((node) => node.html).join(", ")}`;
  assert.deepEqual(violations.map(nodes), []);
};
const screen = async (width, height, scheme = "light") => {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
};
const type = async (selector, value) => {
  await page.focus(selector);
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.type(value);
};

const RESULTS = {
  numpy: "(2, 3, 4)",
  none: "(2, 3)",
  pdpd: "(2, 3, 4, 5)",
  paddle: "(2, 3, 4, 5)",
  bidirectional: "(2, 4, 5)",
  onto: "(2, 4, 5)",
  reduce: "(2,)",
  reshape: "(6, 4)",
  matmul: "(8, 2, 5)",
  einsum: "(2, 5)",
  conv: "(1, 64, 112, 112)",
};

const ERRORS = [
  [{ operation: "numpy", shape: ["2,3,4", "2,3,6"] }, "cannot broadcast (2, 3, 4) with (2, 3, 6)", "E-broadcast"],
  [{ operation: "none", shape: ["2,3", "3,2"] }, "the shapes (2, 3) and (3, 2) must be equal", "E-equal"],
  [{ operation: "reduce", shape: "2,3", axes: "2" }, "(2, 3) has no axis 2", "E-axis"],
  [{ operation: "reshape", shape: "2,3", sizes: "4,2" }, "cannot reshape (2, 3) to (4, 2)", "E-reshape"],
  [{ operation: "matmul", shape: ["2,3", "4,5"] }, "cannot multiply (2, 3) by (4, 5)", "E-product"],
  [{ operation: "einsum", shape: ["2,3", "4,5"], equation: "ij,jk->ik" }, "`j` is 3 in (2, 3)", "E-einsum"],
  [{ operation: "conv", shape: ["1,3,5,5", "8,3,7,7"], padding: "0" }, "cannot convolve (1, 3, 5, 5)", "E-window"],
];

try {
  await screen(1100, 900);
  await open();
  const first = await page.evaluate(() => performance.getEntriesByName("first-result")[0].startTime);
  console.log(`first result after ${Math.round(first)} ms`);

  for (const [operation, result] of Object.entries(RESULTS)) {
    await page.select("#operation", operation);
    assert.equal(await headline(), `The result is ${result}`, operation);
    assert.match(await text("#rust"), /let out = /);
    assert.ok(await page.$eval("#image", (image) => image.alt.includes("out")), operation);
    await accessible(operation);
  }

  for (const [fields, message, code] of ERRORS) {
    await open(fields);
    assert.ok((await headline()).startsWith(message), `${await headline()}, not ${message}`);
    assert.equal(await text("#code"), code);
    assert.ok((await page.$eval("#code", (link) => link.href)).endsWith(`/guide/errors/${code}.html`));
    await accessible(code);
  }

  // by keyboard only: the operation, a shape, one more shape, an error, and back
  await open();
  await page.focus("#operation");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "shape-1");
  await type("#shape-1", "2,3");
  await type("#shape-2", "_");
  assert.equal(await headline(), "The result is (2, 3)");
  await page.focus("#add");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "shape-3");
  await page.keyboard.type("4");
  assert.equal(await headline(), "cannot broadcast (2, 3) with (4,), the 3rd operand");
  await page.focus("#remove");
  await page.keyboard.press("Space");
  assert.equal(await headline(), "The result is (2, 3)");
  await type("#shape-2", "2,x");
  assert.match(await headline(), /^cannot parse "2,x" at "x"/);
  assert.ok(await page.$eval("#program", (program) => program.hidden), "an invalid request has no program");
  await accessible("invalid input");
  assert.ok(page.url().includes("shape=2%2Cx"), "the address has the state");

  await mkdir(screenshots, { recursive: true });
  const clash = { operation: "numpy", shape: ["2,3,4", "2,3,6"] };
  for (const [name, width, height, scheme, fields] of [
    ["desktop", 1100, 900, "light", {}],
    ["desktop-dark", 1100, 900, "dark", {}],
    ["error", 1100, 900, "light", clash],
    ["phone", 390, 844, "light", {}],
    ["phone-error-dark", 390, 844, "dark", clash],
  ]) {
    await screen(width, height, scheme);
    await open(fields);
    await accessible(name);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
    // the fonts of Debian's package fonts-dejavu-core, so that screenshots are comparable
    await page.addStyleTag({ content: 'body, select, button { font-family: "DejaVu Sans" !important }' });
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: width < 500 });
  }

  // the share of pixels that differ visibly from the stored screenshot
  const desktop = await readFile(join(screenshots, "desktop.png"));
  if (process.env.BLESS) await writeFile(stored, desktop);
  const urls = [desktop, await readFile(stored)].map((png) => `data:image/png;base64,${png.toString("base64")}`);
  const share = await page.evaluate(async (urls) => {
    const [a, b] = await Promise.all(
      urls.map(async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      }),
    );
    if (a.width !== b.width || a.height !== b.height) return 1;
    let differ = 0;
    for (let at = 0; at < a.data.length; at += 4) {
      if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 32)) differ += 1;
    }
    return (4 * differ) / a.data.length;
  }, urls);
  console.log(`${(100 * share).toFixed(2)} % of the pixels differ from the stored screenshot`);
  assert.ok(share < 0.01, "the page differs from the stored screenshot: BLESS=1 docs/playground/test");

  assert.deepEqual(problems, [], "the console has no errors");
  console.log("the playground passed");
} finally {
  await browser.close();
  server.close();
}
