// Each harness on this computer: what can truthfully be said of it, the evidence behind it, and what can be done.
import { useState } from 'react';
import type { HarnessView } from '../../contract/harness-views.ts';
import { silmaril } from '../bridge.ts';
import { PlanDialog } from '../plans/plan-dialog.tsx';
import { useHarnesses, useSystem } from '../stores/domains.ts';
import { ask } from '../stores/notices.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { RemovalDialog } from '../uninstall/removal-dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { HarnessCard } from './harness-card.tsx';
import type { Wish } from './wish.ts';

/** Those with something to do or to see come first. */
const order: Readonly<Record<HarnessView['state'], number>> = { degraded: 0, unknown: 1, unproven: 2, working: 3, 'not-installed': 4, absent: 5 };

export function Harnesses() {
  const { words } = useWords();
  const harnesses = useHarnesses((state) => state.harnesses);
  const user = useSystem((system) => system.user);
  const [looking, setLooking] = useState(false);
  const [wish, setWish] = useState<Wish | null>(null);
  const look = async () => {
    setLooking(true);
    const found = await ask(silmaril.harnesses.refresh());
    if (found !== null) useHarnesses.setState({ harnesses: found });
    setLooking(false);
  };
  const close = () => { setWish(null); };
  return (
    <Page title={words.common.views.harnesses} lead={words.harnesses.lead} actions={<Button icon="refresh" busy={looking} onClick={() => void look()}>{words.harnesses.refresh}</Button>}>
      <div className="stack">
        {harnesses.toSorted((a, b) => order[a.state] - order[b.state]).map((harness) => <HarnessCard key={harness.id} harness={harness} onWish={setWish} />)}
      </div>
      <p className="scope small softer">{words.harnesses.scope(user)}</p>
      {wish?.deed === 'install' ? <PlanDialog title={words.harnesses.installTitle(wish.harness.label)} plan={() => silmaril.harnesses.planInstall({ harnesses: [wish.harness.id], mode: wish.harness.mode, classifier: null })} onClose={close} /> : null}
      {wish?.deed === 'repair' ? <PlanDialog title={words.harnesses.repairTitle(wish.harness.label)} plan={() => silmaril.harnesses.planRepair({ harnesses: [wish.harness.id] })} onClose={close} /> : null}
      {wish?.deed === 'uninstall' ? <RemovalDialog harness={wish.harness} onClose={close} /> : null}
    </Page>
  );
}
