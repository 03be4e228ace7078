// One clock for all relative times. It ticks every 30 s while the window is seen, and not at all otherwise.
import { useSyncExternalStore } from 'react';

const tick = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function update(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function arrange(): void {
  const wanted = listeners.size > 0 && document.visibilityState === 'visible';
  if (wanted && timer === null) {
    timer = setInterval(update, tick);
    update();
  } else if (!wanted && timer !== null) {
    clearInterval(timer);
    timer = null;
  }
}

document.addEventListener('visibilitychange', arrange);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  arrange();
  return () => {
    listeners.delete(listener);
    arrange();
  };
}

/** Milliseconds since the epoch, at most half a minute old while the window is seen. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
