// Bundles the board and the stepper's keys into the package; says how big they are, because saved notebooks carry them.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

/** What is bundled together, and the most bytes it may have. @type {[string[], number][]} */
const LARGEST = [[["widget.js", "widget.css"], 60 * 1024], [["keys.js"], 2 * 1024]];
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

/** The bundler leaves the values of custom properties as they stand. @type {esbuild.Plugin} */
const slimStyle = {
  name: "slim-style",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: readFileSync(path, "utf8").replace(/([:,]) /g, "$1"), loader: "css" }));
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: ["src/widget.js", "src/keys.js"],
  outdir: target,
  bundle: true,
  minify: !watch,
  sourcemap: watch ? /** @type {const} */ ("inline") : false,
  format: /** @type {const} */ ("esm"),
  target: "es2022",
  plugins: [slimFaces, slimStyle],
  charset: /** @type {const} */ ("utf8"),
  logLevel: /** @type {const} */ ("warning"),
};

if (watch) {
  await (await esbuild.context(options)).watch();
} else {
  await esbuild.build(options);
  for (const [names, largest] of LARGEST) {
    const sizes = names.map((name) => statSync(target + name).size);
    const sum = sizes.reduce((one, other) => one + other);
    console.log(`${names.map((name, n) => `${name} ${sizes[n]}`).join(" + ")} = ${sum} bytes of at most ${largest}`);
    if (sum > largest) process.exitCode = 1;
  }
}
