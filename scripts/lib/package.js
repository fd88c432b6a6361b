// The package that is handed out: packed, unpacked, weighed.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedFolders } from "./components.js";
import { root, run } from "./exec.js";

/** The machines that the native runtime of the models has programs for, as Node names them. */
export const PLATFORMS = ["darwin-arm64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];
/** What an installation may take, all packages together. */
export const MAX_INSTALLED_BYTES = 150_000_000;

const NATIVE = "node_modules/onnxruntime-node";
/** Of the native runtime: for graphics cards, the same file a second time, or for developers. */
const NOT_NEEDED = /dxcompiler\.dll$|dxil\.dll$|libonnxruntime\.\d+\.\d+\.\d+\.dylib$|\.map$|\.d\.ts$/;

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

async function must(command, args, cwd) {
  const { code, output } = await run(command, args, { quiet: true, cwd });
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}:\n${output}`);
}

/** `npm pack` of the built checkout; returns the path of the tarball. */
export async function pack(folder) {
  await must("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
  return join(folder, `memoir-${readJson(join(root, "package.json")).version}.tgz`);
}

export async function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  await must("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
}

/**
 * The package for one kind of machine, from the unpacked one: with the native runtime for that machine and all packages
 * that it needs, so that it is installed without a network.
 */
export async function packFor(platform, unpacked, tarball) {
  const [os, cpu] = platform.split("-");
  const stage = `${unpacked}-${platform}`;
  const target = join(stage, "package");
  try {
    cpSync(unpacked, target, { recursive: true });
    for (const folder of [...installedFolders(), "node_modules/onnxruntime-common"])
      copyPackage(folder, target);
    copyPackage(
      NATIVE,
      target,
      (path) => !/\/bin\/napi-v\d+\/\w+\/\w/.test(path) || path.includes(`/${os}/${cpu}`),
    );
    const manifest = readJson(join(target, "package.json"));
    const native = readJson(join(root, NATIVE, "package.json")).version;
    delete manifest.peerDependencies["onnxruntime-node"];
    delete manifest.peerDependenciesMeta["onnxruntime-node"];
    const dependencies = { ...manifest.dependencies, "onnxruntime-node": native };
    const own = { dependencies, bundleDependencies: Object.keys(dependencies), os: [os], cpu: [cpu] };
    writeFileSync(join(target, "package.json"), `${JSON.stringify({ ...manifest, ...own }, null, 2)}\n`);
    await must("tar", ["-czf", tarball, "-C", stage, "package"]);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function copyPackage(folder, target, wanted = () => true) {
  const from = join(root, folder);
  if (statSync(from, { throwIfNoEntry: false }) === undefined) return; // for another kind of machine
  cpSync(from, join(target, folder), {
    recursive: true,
    filter: (path) =>
      !(path.includes("onnxruntime") && NOT_NEEDED.test(path)) &&
      wanted(path.slice(from.length).replaceAll("\\", "/")),
  });
  const manifest = readJson(join(from, "package.json"));
  // Its script would fetch programs for graphics cards, with packages that nothing else needs.
  if (folder === NATIVE) {
    delete manifest.scripts;
    manifest.dependencies = { "onnxruntime-common": manifest.version };
  }
  writeFileSync(join(target, folder, "package.json"), JSON.stringify(manifest, null, 2));
}

/**
 * The bytes of each package of an installation, largest first.
 *
 * @param {string} unpacked the folder of the unpacked package
 */
export function installedSizes(unpacked) {
  const inside = join(unpacked, "node_modules");
  const isWhole = statSync(inside, { throwIfNoEntry: false }) !== undefined;
  const others = isWhole
    ? [...installedFolders(), NATIVE, "node_modules/onnxruntime-common"]
    : installedFolders();
  const sizes = others.map((folder) => ({
    name: folder.slice("node_modules/".length),
    bytes: bytesIn(join(isWhole ? unpacked : root, folder)),
  }));
  const parts = readdirSync(unpacked).filter((name) => name !== "node_modules");
  const own = parts.reduce((sum, name) => sum + bytesIn(join(unpacked, name)), 0);
  return [{ name: "memoir", bytes: own }, ...sizes].sort((a, b) => b.bytes - a.bytes);
}

function bytesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

const EXPECTED =
  /^(bin\/memoir\.js|package\.json|README\.md|CHANGELOG\.md|LICENSE|models\/[\w-]+(\.json|\.bin|\/\w+\.(onnx|json)\.zst)|dist\/(sbom\.cdx\.json|THIRD-PARTY-LICENSES\.txt|.+\.(js|mjs|wasm|d\.ts|sql)|dashboard\/.+\.(js|css|html|svg)(\.br)?))$/;

/** What is wrong with the files of an unpacked package: those that nobody needs, and maps that lead nowhere. */
export function contentProblems(unpacked) {
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(unpacked.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => !file.startsWith("node_modules/"));
  const stray = files.filter((file) => !EXPECTED.test(file) || /\.(test|fixture)\./.test(file));
  const mapped = files.filter(
    (file) =>
      file.endsWith("js") && /^\/\/# sourceMappingURL=/m.test(readFileSync(join(unpacked, file), "utf8")),
  );
  return [
    ...stray.map((file) => `${file} does not belong in the package`),
    ...mapped.map((file) => `${file} names a map that is not there`),
  ];
}
