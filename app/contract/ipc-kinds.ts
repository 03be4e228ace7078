// How the one IPC schema (ipc.ts) is written down, and what is derived from it. A leaf is either
// - `invoke(payload, result)`: the window asks, main answers with a value or a failure, or
// - `push(value)`: main tells the window, whenever the value has changed.
// Names are derived, never typed by hand: leaf `plan` of domain `harnesses` is the channel
// `silmaril:harnesses/plan`, the window's `silmaril.harnesses.plan(payload)` and main's handler
// `harnesses.plan`; a push `changed` is listened to with `onChanged(listener)`, which returns the
// function that ends the listening.
import * as z from 'zod/mini';

/** An expected failure: a stable code, and one sentence that names the thing and the next step. */
export const failure = z.object({ code: z.string(), sentence: z.string() });
export type Failure = z.infer<typeof failure>;

/** Every call answers with one of these; nothing is thrown across a process boundary. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Shape of an answer as it travels. */
export function answerOf<S extends z.ZodMiniType>(value: S) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), failure })]);
}

/** A read-only array. */
export const list = <S extends z.ZodMiniType>(item: S) => z.readonly(z.array(item));

export interface Invoke<P extends z.ZodMiniType, R extends z.ZodMiniType> {
  readonly kind: 'invoke';
  readonly payload: P;
  readonly result: R;
}

export interface Push<V extends z.ZodMiniType> {
  readonly kind: 'push';
  readonly value: V;
}

export function invoke<P extends z.ZodMiniType, R extends z.ZodMiniType>(payload: P, result: R): Invoke<P, R> {
  return { kind: 'invoke', payload, result };
}

export function push<V extends z.ZodMiniType>(value: V): Push<V> {
  return { kind: 'push', value };
}

/** The payload of a call that takes none, and the result of one that gives none. */
export const nothing = z.null();

type AnyInvoke = Invoke<z.ZodMiniType, z.ZodMiniType>;
type AnyPush = Push<z.ZodMiniType>;
export type Schema = Readonly<Record<string, Readonly<Record<string, AnyInvoke | AnyPush>>>>;

type InvokeKeys<D> = { [K in keyof D]: D[K] extends AnyInvoke ? K : never }[keyof D];
type PushKeys<D> = { [K in keyof D]: D[K] extends AnyPush ? K : never }[keyof D] & string;
export type PayloadOf<L> = L extends Invoke<infer P, z.ZodMiniType> ? z.infer<P> : never;
export type ResultOf<L> = L extends Invoke<z.ZodMiniType, infer R> ? z.infer<R> : never;
export type PushedOf<L> = L extends Push<infer V> ? z.infer<V> : never;

type Arguments<P> = null extends P ? [] : [payload: P];

/** What the preload offers as `window.silmaril`. */
export type Bridge<S> = {
  readonly [D in keyof S]: {
    readonly [K in InvokeKeys<S[D]>]: (...payload: Arguments<PayloadOf<S[D][K]>>) => Promise<Answer<ResultOf<S[D][K]>>>;
  } & {
    readonly [K in PushKeys<S[D]> as `on${Capitalize<K>}`]: (listener: (value: PushedOf<S[D][K]>) => void) => () => void;
  };
};

/** What main has to answer: one function for each `invoke`. A missing one fails the type check. */
export type Handlers<S> = {
  readonly [D in keyof S]: {
    readonly [K in InvokeKeys<S[D]>]: (payload: PayloadOf<S[D][K]>) => Promise<Answer<ResultOf<S[D][K]>>> | Answer<ResultOf<S[D][K]>>;
  };
};

/** What main may tell: `pushers.harnesses.changed(value)`. */
export type Pushers<S> = {
  readonly [D in keyof S as PushKeys<S[D]> extends never ? never : D]: {
    readonly [K in PushKeys<S[D]>]: (value: PushedOf<S[D][K]>) => void;
  };
};

const prefix = 'silmaril:';

export function channelOf(domain: string, leaf: string): string {
  return `${prefix}${domain}/${leaf}`;
}

export interface Leaf {
  readonly domain: string;
  readonly name: string;
  readonly channel: string;
  readonly shape: AnyInvoke | AnyPush;
}

/** Every leaf of a schema, for the two ends that bind it. */
export function leavesOf(schema: Schema): readonly Leaf[] {
  return Object.entries(schema).flatMap(([domain, leaves]) => Object.entries(leaves).map(([name, shape]) => ({ domain, name, channel: channelOf(domain, name), shape })));
}

/** `changed` -> `onChanged` */
export function listenerName(leaf: string): string {
  return `on${leaf.charAt(0).toUpperCase()}${leaf.slice(1)}`;
}
