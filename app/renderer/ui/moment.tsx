import { useWords } from '../words/use-words.ts';
import { useNow } from './now.ts';

/** "3 minutes ago", with the exact time in the tool tip. */
export function Moment({ at }: { readonly at: string }) {
  const { formats } = useWords();
  const now = useNow();
  return <time dateTime={at} title={formats.full(at)}>{formats.ago(at, now)}</time>;
}
