/** Splits a path for display; `folder` ends with its separator. Only a home that is a whole segment becomes `~`. */
export function shortPath(path: string, home: string): { readonly folder: string; readonly name: string } {
  const inHome = home !== '' && (path === home || path.startsWith(`${home}/`));
  const shown = inHome ? `~${path.slice(home.length)}` : path;
  const cut = shown.replace(/\/+$/, '').lastIndexOf('/') + 1;
  return { folder: shown.slice(0, cut), name: shown.slice(cut) };
}
