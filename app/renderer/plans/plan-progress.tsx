import { useHarnesses } from '../stores/domains.ts';
import { Path } from '../ui/path.tsx';
import { useWords } from '../words/use-words.ts';

/** How far a running change is, by the newest message of progress. */
export function PlanProgress({ planId }: { readonly planId: string }) {
  const { words } = useWords();
  const { plans } = words;
  const progress = useHarnesses((state) => (state.progress?.planId === planId ? state.progress : null));
  const label = useHarnesses((state) => state.harnesses.find((harness) => harness.id === progress?.harness)?.label ?? '');
  const text = progress === null ? plans.making : progress.phase === 'undo' ? plans.undoing : `${label}: ${plans.applying(progress.index + 1, progress.total)}`;
  return (
    <div className="plan-progress">
      <p role="status" className="soft">{progress === null ? '…' : text}</p>
      <progress aria-label={text} max={progress?.total ?? 1} {...(progress === null ? {} : { value: progress.index + 1 })} />
      {progress === null ? null : <p className="small softer truncate">{plans.kinds[progress.kind]} <Path path={progress.path} /></p>}
    </div>
  );
}
