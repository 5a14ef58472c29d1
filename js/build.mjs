// Bundles the board into the package; says how big it is, because every saved notebook carries it.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const LARGEST = 60 * 1024;
const here = fileURLToPath(new URL(".", import.meta.url));
const target = fileURLToPath(new URL("../canfield_widget/static/", import.meta.url));
const watch = process.argv.includes("--watch");

/** The page has its colours from tokens.css. @type {esbuild.Plugin} */
const slimFaces = {
  name: "slim-faces",
  setup(build) {
    build.onLoad({ filter: /faces\.json$/ }, ({ path }) => {
      const { colours: _, ...faces } = JSON.parse(readFileSync(path, "utf8"));
      return { contents: JSON.stringify(faces), loader: "json" };
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: ["src/widget.js"],
  outdir: target,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? /** @type {const} */ ("inline") : false,
  format: /** @type {const} */ ("esm"),
  target: "es2022",
  plugins: [slimFaces],
  charset: /** @type {const} */ ("utf8"),
  logLevel: /** @type {const} */ ("warning"),
};

if (watch) {
  await (await esbuild.context(options)).watch();
} else {
  await esbuild.build(options);
  const [js, css] = ["widget.js", "widget.css"].map((name) => statSync(target + name).size);
  console.log(`widget.js ${js} + widget.css ${css} = ${js + css} bytes of at most ${LARGEST}`);
  if (js + css > LARGEST) process.exitCode = 1;
}
