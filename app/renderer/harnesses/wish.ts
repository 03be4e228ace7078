import type { HarnessView } from '../../contract/harness-views.ts';

/** What the person wants done to one harness; a dialogue shows the plan. */
export interface Wish {
  readonly deed: 'install' | 'repair' | 'uninstall';
  readonly harness: HarnessView;
}
