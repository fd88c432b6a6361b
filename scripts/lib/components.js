// Everything of others that the package has in it or brings along, with its licence.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./exec.js";

const ALLOWED = [
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause"],
  ...["CC0-1.0", "ISC", "MIT", "Python-2.0", "Unlicense"],
];

/** The models of the folder `models`; what they are derived from sets their licence. */
const MODELS = [
  { name: "memoir-1-en", license: "Apache-2.0", derivedFrom: "sentence-transformers/all-MiniLM-L6-v2" },
  { name: "memoir-1-zh", license: "MIT", derivedFrom: "BAAI/bge-small-zh-v1.5" },
];

/** Whose packages come without a licence file, although the licence wants its notice kept. */
const COPYRIGHT = {
  "onnxruntime-common": "Copyright (c) Microsoft Corporation",
  "onnxruntime-node": "Copyright (c) Microsoft Corporation",
  "onnxruntime-web": "Copyright (c) Microsoft Corporation",
  "memoir-1-zh": "Copyright (c) 2022 staoxiao (bge-small-zh-v1.5)",
};

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const lockedPackages = () => readJson(join(root, "package-lock.json")).packages;

/** The folders in node_modules that these modules of a bundle come from, as the lock file names them. */
export function packageFolders(modules) {
  const folders = modules.flatMap(
    (id) => /node_modules\/(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"))?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** The packages that an installation brings along, as the lock file names their folders. */
export function installedFolders() {
  return Object.entries(lockedPackages())
    .filter(([path, { dev, devOptional, peer }]) => path !== "" && !dev && !devOptional && !peer)
    .map(([path]) => path);
}

/**
 * @param {readonly string[]} bundled folders of packages that are part of the bundles
 * @returns {{ name: string, version: string, license: string, delivery: string, folder?: string, integrity?: string, derivedFrom?: string }[]}
 */
export function componentsOf(bundled) {
  const locked = lockedPackages();
  const component = (delivery) => (folder) => {
    const { name, version, license = "unknown" } = readJson(join(root, folder, "package.json"));
    return { name, version, license, delivery, folder, integrity: locked[folder]?.integrity };
  };
  const { version } = readJson(join(root, "package.json"));
  return [
    ...bundled.map(component("bundled")),
    ...installedFolders()
      .filter((folder) => !bundled.includes(folder) && !isForAnother(folder))
      .map(component("installed")),
    ...["node_modules/onnxruntime-node", "node_modules/onnxruntime-common"]
      .filter((folder) => !bundled.includes(folder))
      .map(component("optional")),
    ...MODELS.map((model) => ({ ...model, version, delivery: "model" })),
  ];
}

/** An optional package that this kind of machine does not install. */
function isForAnother(folder) {
  return lockedPackages()[folder].optional === true && readdirOrNone(join(root, folder)).length === 0;
}

function readdirOrNone(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Those whose licence nobody has allowed. */
export function notAllowed(components) {
  const isAllowed = (license) =>
    license
      .replace(/^\(|\)$/g, "")
      .split(" OR ")
      .some((choice) => choice.split(" AND ").every((id) => ALLOWED.includes(id)));
  return components.filter(({ license }) => !isAllowed(String(license)));
}

/** A CycloneDX document; the same components give the same text. */
export function sbomOf(components) {
  const { name, version, license, description } = readJson(join(root, "package.json"));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: entry({ name, version, license, description, delivery: "root" }) },
    components: components.map(entry),
  };
}

function entry({ name, version, license, delivery, integrity, derivedFrom, description }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const isModel = delivery === "model";
  return {
    type: isModel ? "machine-learning-model" : "library",
    "bom-ref": isModel ? name : purl,
    name,
    version,
    ...(description === undefined ? {} : { description }),
    ...(isModel
      ? { pedigree: { ancestors: [{ type: "machine-learning-model", name: derivedFrom }] } }
      : { purl }),
    ...(delivery === "root" || isModel ? {} : { scope: delivery === "optional" ? "optional" : "required" }),
    licenses: /[( ]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(delivery === "root" ? {} : { properties: [{ name: "memoir:delivery", value: delivery }] }),
  };
}

function hashOf(integrity) {
  const [algorithm, value] = integrity.split("-");
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(value, "base64").toString("hex") };
}

/** The licences of all that is part of the package's own files, as their authors want them kept. */
export function noticesOf(components) {
  const shipped = components.filter(({ delivery }) => delivery !== "installed");
  return [
    "The package contains code and models of others. Their licences:",
    ...shipped.map(
      (one) => `${"-".repeat(80)}\n${one.name} ${one.version} (${one.license})\n\n${noticeOf(one)}`,
    ),
    "",
  ].join("\n\n");
}

function noticeOf({ name, license, folder, derivedFrom }) {
  const own =
    folder === undefined
      ? []
      : readdirOrNone(join(root, folder)).filter((file) => /^(licen[sc]e|notice)/i.test(file));
  const texts = own.map((file) => readFileSync(join(root, folder, file), "utf8").trim());
  if (texts.length === 0)
    texts.push(readFileSync(join(root, "scripts", "licences", `${license}.txt`), "utf8").trim());
  return [
    ...(derivedFrom === undefined ? [] : [`Derived from ${derivedFrom}.`]),
    ...(name in COPYRIGHT ? [COPYRIGHT[name]] : []),
    ...texts,
  ].join("\n\n");
}
