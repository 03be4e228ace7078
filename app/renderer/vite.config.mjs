// How the window's page is built: one script, one style sheet, nothing inline, no network. The same for a plain page
// in a browser (tests, screenshots) and for Electron.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';

const here = path.dirname(fileURLToPath(import.meta.url));

/** The window speaks English and German; react-aria brings the words of 30 languages along. */
const spoken = ['en-US', 'de-DE'];
const otherLanguages = {
  name: 'silmaril-other-languages',
  enforce: 'pre',
  load(id) {
    const found = /node_modules\/(?:react-aria|react-stately|react-aria-components)\/.*\/([a-z]{2}-[A-Z]{2})\.m?js(?:\?.*)?$/.exec(id);
    return found && !spoken.includes(found[1]) ? 'export default {};' : null;
  },
};

/** @param {string} outDir absolute path of the folder that is written */
export function rendererBuild(outDir) {
  return {
    root: here,
    base: './',
    plugins: [otherLanguages, react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome130',
      // The preload helper would be one more script for nothing: there is one chunk.
      modulePreload: false,
      // A data: style or font would need a hole in the content policy.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  };
}
