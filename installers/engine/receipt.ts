// A receipt: what is installed, so that health, repair and uninstall work when the harness, the app
// or the repository is gone. Kept as `<support>/Receipts/<harness>.json`, 0600 in 0700.
import type { HarnessId, ReceiptDraft } from './plan.ts';

/**
 * `installed`: as the plan said. `uninstalling`: an uninstall was journalled; a hook that sees this
 * (hooks/claude-code's ConfigChange) must not stand in its way. After an uninstall there is no receipt.
 */
export type ReceiptState = 'installed' | 'uninstalling';

export interface Receipt extends ReceiptDraft {
  readonly schemaVersion: 1;
  readonly harness: HarnessId;
  readonly state: ReceiptState;
  /** ISO 8601 UTC. */
  readonly at: string;
  /**
   * HMAC-SHA-256 (hex) of each owned file's bytes under a random key that lies beside the receipts
   * (`Receipts/.key`, 0600), by path: lets health see a change without the receipt holding a guessable
   * hash of a secret. Public files carry their plain SHA-256 as `sha256:<hex>`, which hooks can check.
   */
  readonly digests: Readonly<Record<string, string>>;
}
