import fs from 'node:fs';
import path from 'node:path';
import { sampleSnapshot } from './sample-state.ts';
import { scenes } from './scenes.ts';
import { startScreens } from './driver.ts';

/** @param wanted names of scenes to take, all when empty @returns paths of the pictures */
export async function takeScreenshots(root: string, folder: string, wanted: readonly string[], look: { readonly locale?: string; readonly width?: number; readonly height?: number } = {}): Promise<readonly string[]> {
  const screens = await startScreens(root);
  const taken: string[] = [];
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const scene of scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
      for (const theme of ['light', 'dark'] as const) {
        const sample = look.locale === undefined ? scene.sample : { ...scene.sample, over: { ...scene.sample.over, system: { ...systemOf(scene.sample), locale: look.locale } } };
        const { page, complaints } = await screens.open(sample, { ...look, theme });
        await scene.act?.(page);
        await page.waitForTimeout(150);
        const file = path.join(folder, `${scene.name}-${theme}.png`);
        await page.screenshot({ path: file, animations: 'disabled' });
        for (const complaint of complaints) process.stderr.write(`${scene.name} (${theme}): ${complaint}\n`);
        taken.push(file);
        await page.context().close();
      }
  } finally {
    await screens.close();
  }
  return taken;
}

function systemOf(sample: (typeof scenes)[number]['sample']) {
  return sample.over?.system ?? sampleSnapshot(sample.now).system;
}
