/**
 * Puts new text between `<!-- name -->` and `<!-- /name -->`, and leaves the rest as people wrote it.
 *
 * @param {string} document
 * @param {string} name
 * @param {string} body
 */
export function replaceSection(document, name, body) {
  const start = `<!-- ${name} -->`;
  const end = `<!-- /${name} -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no section "${name}" to write the figures to.`);
  return `${document.slice(0, from + start.length)}\n${body}\n${document.slice(to)}`;
}
