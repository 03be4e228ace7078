import { wordsIn } from '../words/words.ts';

/** Settings could not be asked for, so the language is the browser's. */
export function StartFailed({ sentence }: { readonly sentence: string }) {
  const { common } = wordsIn(/^de\b/i.test(navigator.language) ? 'de' : 'en');
  return (
    <main className="start-failed">
      <h1>{common.startFailed}</h1>
      <p role="alert">{sentence}</p>
      <button type="button" className="button button-primary" onClick={() => { location.reload(); }}>{common.retry}</button>
    </main>
  );
}
