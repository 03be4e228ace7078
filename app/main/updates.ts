// Updates: what a feed says, as states. Looking only: an update is fetched and installed by the person,
// from the page that the release names, since a build without a signature of ours must not replace itself.
import * as z from 'zod/mini';
import type { Answer, Failure } from '../contract/ipc-kinds.ts';
import type { UpdatesView } from '../contract/system-views.ts';

/** What the feed serves, as JSON: the newest version and what is new in it. */
const feedShape = z.object({
  version: z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)),
  notes: z.string().check(z.maxLength(20_000)),
});

/** Fetches the feed's bytes; a failure is a value. */
export type FetchFeed = (url: string) => Promise<Answer<string>>;

/** Whether `a` is a later version than `b`; both are three numbers. */
export function isLater(a: string, b: string): boolean {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (x?.[part] ?? 0) - (y?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

export class Updates {
  private current: UpdatesView;

  constructor(
    private readonly version: string,
    /** Null: this build has no feed. */
    private readonly feed: { readonly url: string; readonly fetch: FetchFeed } | null,
    private readonly onChanged: (view: UpdatesView) => void,
  ) {
    this.current = feed === null ? { state: 'unsupported', sentence: 'This build has no update feed: update it the way you installed it.' } : { state: 'idle', checkedAt: null };
  }

  get view(): UpdatesView {
    return this.current;
  }

  async check(): Promise<Answer<UpdatesView>> {
    if (this.feed === null || this.current.state === 'checking') return { ok: true, value: this.current };
    this.show({ state: 'checking' });
    const answer = await this.feed.fetch(this.feed.url);
    const checkedAt = new Date().toISOString();
    const read = answer.ok ? parseFeed(answer.value) : answer;
    if (!read.ok) return this.show({ state: 'failed', failure: read.failure, checkedAt });
    const { version, notes } = read.value;
    return this.show(isLater(version, this.version) ? { state: 'available', version, notes, checkedAt } : { state: 'current', checkedAt });
  }

  private show(view: UpdatesView): Answer<UpdatesView> {
    this.current = view;
    this.onChanged(view);
    return { ok: true, value: view };
  }
}

function parseFeed(text: string): Answer<z.infer<typeof feedShape>> {
  const failure: Failure = { code: 'feed-invalid', sentence: 'The update feed answered something that is not an update. Try again later.' };
  try {
    const parsed = feedShape.safeParse(JSON.parse(text));
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure };
  } catch {
    return { ok: false, failure };
  }
}

/** Time for the whole feed, milliseconds, and its most bytes. */
const feedTime = 10_000;
const maxFeedBytes = 100_000;

/** Over https, or over http on this computer, following no redirect. */
export const fetchFeed: FetchFeed = async (url) => {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(feedTime) });
    if (!response.ok) return { ok: false, failure: { code: 'feed-http', sentence: `The update feed answered with HTTP status ${String(response.status)}. Try again later.` } };
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > maxFeedBytes) return { ok: false, failure: { code: 'feed-too-large', sentence: 'The update feed answered more than an update can be.' } };
    }
    return { ok: true, value: text };
  } catch {
    return { ok: false, failure: { code: 'feed-unreachable', sentence: 'The update feed could not be reached. Check the network and try again.' } };
  }
};
