// Which view is shown, and the event that a notification wants to be seen.
import { create } from 'zustand';
import type { Route } from '../../contract/system-views.ts';

export type View = Route['view'];

export const useRoute = create<Route>()(() => ({ view: 'timeline', eventId: null }));

export function show(view: View, eventId: string | null = null): void {
  useRoute.setState({ view, eventId });
}
