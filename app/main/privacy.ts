// What is kept where on this computer, and who gets what the hooks see. Facts only; the words are the window's.
import fs from 'node:fs';
import path from 'node:path';
import { readConfiguration, settingsOf } from '../core/configuration.ts';
import { evidencePlaces } from '../core/evidence/places.ts';
import type { Protection } from '../core/protection.ts';
import { keychainAccount, keychainService } from '../core/secrets/keychain.ts';
import { supportFolder, supportPaths } from '../../installers/engine/paths.ts';
import type { HarnessId } from '../contract/harness-views.ts';
import type { KeyView, PrivacyFacts } from '../contract/settings.ts';
import { settingsPath } from '../core/settings-store.ts';

export async function privacyFacts(protection: Protection, key: KeyView): Promise<PrivacyFacts> {
  const { home } = protection.machine;
  const evidence = evidencePlaces(home);
  const place = (kind: PrivacyFacts['places'][number]['kind'], where: string) => ({ kind, where, exists: fs.existsSync(where) });
  const places: PrivacyFacts['places'][number][] = [
    place('spool', evidence.incoming),
    place('database', evidence.database),
    place('counters', path.join(supportFolder(home), 'Health')),
    place('context', path.join(supportFolder(home), 'Context')),
    place('receipts', supportPaths(home).receipts),
    place('settings', settingsPath(home)),
  ];
  const recipients = new Map<string, HarnessId[]>();
  for (const { id, receipt } of await protection.installed()) {
    if (!receipt.ok) continue;
    const file = settingsOf(receipt.value)?.file ?? null;
    if (file !== null) places.push(place('hook-configuration', file));
    const configuration = readConfiguration(receipt.value);
    if (configuration.state !== 'valid' || configuration.apiUrl === null || !URL.canParse(configuration.apiUrl)) continue;
    const { host } = new URL(configuration.apiUrl);
    recipients.set(host, [...(recipients.get(host) ?? []), id]);
  }
  // Whether there is a key is known only after the person let us look.
  places.push({ kind: 'keychain', where: `${keychainService}, ${keychainAccount(home)}`, exists: key.state === 'set' });
  return { places, recipients: [...recipients].map(([host, harnesses]) => ({ host, harnesses })) };
}
