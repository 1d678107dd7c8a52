// Runs a program compiled for wasm32-wasip1 in Node: `node wasi.mjs program.wasm [argument..]`.
// It sees the package, in whose folder Cargo runs it, under the path that it has outside.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const root = process.env.CARGO_MANIFEST_DIR ?? process.cwd();
const wasi = new WASI({ version: "preview1", args: [program, ...args], env: process.env, preopens: { [root]: root } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
