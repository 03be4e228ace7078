// What is known of this computer now: the harnesses, and protection as a whole. Everything that may
// have changed asks for a look; looks never overlap, and of many requests one look is made.
import { readConfiguration } from '../core/configuration.ts';
import type { EvidenceStore } from '../core/evidence/store.ts';
import { failureLogPath } from '../core/failures.ts';
import { rulePacks } from '../core/policy/rule-packs.ts';
import type { Protection } from '../core/protection.ts';
import { receiptPath } from '../../installers/engine/paths.ts';
import type { HarnessView } from '../contract/harness-views.ts';
import type { ProtectionView } from '../contract/protection-views.ts';
import { coverage } from './coverage.ts';
import { viewHarnesses } from './harness-facts.ts';
import { overallState, type Overall } from './protection-state.ts';
import type { SettingsStore } from '../core/settings-store.ts';
import { wordsIn, type Language } from './words.ts';

export interface AppStateParts {
  readonly protection: Protection;
  readonly evidence: Pick<EvidenceStore, 'newestOfEachKind' | 'latency'>;
  readonly settings: SettingsStore;
  readonly language: () => Language;
  /** BCP 47, for times. */
  readonly locale: () => string;
  /** After a look that found something else than the one before. */
  readonly onChanged: () => void;
}

export class AppState {
  harnesses: readonly HarnessView[] = [];
  /** Files whose change is a reason to look again. */
  files: readonly string[] = [];
  private looking: Promise<void> | null = null;
  private again = false;

  constructor(private readonly parts: AppStateParts) {}

  /** Looks at all harnesses. Resolves when a look that began after this call has ended. */
  async look(): Promise<void> {
    if (this.looking) {
      this.again = true;
      await this.looking;
      return;
    }
    this.looking = (async () => {
      do {
        this.again = false;
        await this.lookOnce();
      } while (this.again);
    })();
    try {
      await this.looking;
    } finally {
      this.looking = null;
    }
  }

  get pausedUntil(): number | null {
    const { pause } = this.parts.settings.value;
    return pause === null ? null : Date.parse(pause.until);
  }

  get overall(): Overall {
    return overallState(this.harnesses, this.pausedUntil);
  }

  protectionView(): ProtectionView {
    const { overall } = this;
    const { pause } = this.parts.settings.value;
    const until = pause === null ? '' : new Intl.DateTimeFormat(this.parts.locale(), { hour: 'numeric', minute: '2-digit' }).format(Date.parse(pause.until));
    return {
      state: overall.state,
      sentence: wordsIn(this.parts.language()).sentence(overall.state, overall.why, overall.mode, until),
      mode: overall.mode,
      mixed: overall.mixed,
      pause,
      classifier: this.classifier(),
      coverage,
      rulePacks: this.packs,
    };
  }

  private apiUrl: string | null = null;
  private packs: ProtectionView['rulePacks'] = { state: 'unavailable', sentence: 'The local rules have not been looked at yet.' };

  private classifier(): ProtectionView['classifier'] {
    const kinds = new Set(this.harnesses.flatMap(({ classifier }) => (classifier === null ? [] : [classifier])));
    const [only] = kinds;
    return { kind: kinds.size > 1 ? 'mixed' : (only ?? null), apiUrl: this.apiUrl };
  }

  private async lookOnce(): Promise<void> {
    const { protection, evidence } = this.parts;
    const before = JSON.stringify([this.harnesses, this.apiUrl, this.packs]);
    const harnesses = await viewHarnesses(protection, evidence);
    const packs = { state: 'available', ...(await rulePacks(protection.machine)) } as const;
    const files: string[] = [packs.file];
    let apiUrl: string | null = null;
    for (const { id } of protection.all()) {
      files.push(receiptPath(protection.machine.home, id), failureLogPath(protection.machine.home, id));
      const receipt = await protection.receipt(id);
      if (!receipt.ok || !receipt.value) continue;
      const configuration = readConfiguration(receipt.value);
      if (configuration.state === 'valid') apiUrl ??= configuration.apiUrl;
      files.push(...receipt.value.owned.flatMap((item) => (item.kind === 'file' ? [item.path] : [])), ...receipt.value.edited.map((item) => item.target));
    }
    this.harnesses = harnesses;
    this.apiUrl = apiUrl;
    this.packs = packs;
    this.files = files;
    if (JSON.stringify([harnesses, apiUrl, packs]) !== before) this.parts.onChanged();
  }
}
