import type { Call } from '@cuida/core/kit/call.ts'
import {
  defaultScheduler,
  environmentManager,
  notifyManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import type { Form } from '../../forms/use-form.ts'
import type { Session } from './session.ts'
import { putPage } from './test-page.ts'

// What a hook does while its screen stands there: React's own renderer on a page that has nothing to draw, the app's own
// way to the line, and a played server behind it.

export interface Living<T> {
  /** What the hook gives now. */
  now(): T
  /** Does something with it, and waits until nothing more comes of that by itself. */
  do<R>(deed: (it: T) => R | Promise<R>): Promise<R>
  /** The screen is drawn again, with what it is given by now. */
  again(): Promise<void>
  /** The screen is left. */
  leave(): Promise<void>
  queries: QueryClient
}

interface Place {
  /** The address of the screen. */
  at?: string
  queries?: QueryClient
  /** What stands around the screen, such as who the partner is. */
  around?: (screen: ReactNode) => ReactNode
}

/** A hook on a page, which ends with its test. */
export async function living<T>(
  hook: () => T,
  { at, queries = asking(), around = (screen) => screen }: Place = {},
): Promise<Living<T>> {
  const root = createRoot(putPage(at))
  browsing()
  let given: T | undefined
  const Screen = () => {
    given = hook()
    return null
  }
  const leave = () => settled(() => root.unmount())
  onTestFinished(async () => {
    await leave()
    queries.clear()
  })
  const app = () => createElement(QueryClientProvider, { client: queries }, around(createElement(Screen)))
  const again = () => settled(() => root.render(app()))
  await again()
  return { now: () => given as T, do: (deed) => settled(() => deed(given as T)), again, leave, queries }
}

/** Reads ask as in a browser, and tell at once, until the test ends. */
export function browsing(): void {
  environmentManager.setIsServer(() => false)
  notifyManager.setScheduler(queueMicrotask)
  onTestFinished(() => {
    environmentManager.setIsServer(() => typeof window === 'undefined')
    notifyManager.setScheduler(defaultScheduler)
  })
}

/** Asks each thing once: the apps' own patience is for their own tests. A test reads what no render has: all of it is told. */
export const asking = () => {
  const queries = { retry: false, networkMode: 'always', notifyOnChangeProps: 'all' } as const
  return new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } })
}

// A clock that a test has stopped does not stop these.
const turn = setImmediate
const TURNS = 12

/** What a test has on its way besides: waited for, however many turns it takes. */
export const underWay = new Set<Promise<unknown>>()

/** Promises and renders that follow from each other take a few turns; what waits for a clock waits on. */
export async function settled<R>(deed: () => R | Promise<R>): Promise<R> {
  let done: R | undefined
  await act(async () => {
    done = await deed()
    do {
      await Promise.allSettled(underWay)
      for (let turns = 0; turns < TURNS; turns++) await new Promise((resolve) => turn(resolve))
    } while (underWay.size > 0)
  })
  return done as R
}

/** Stops the clock of this test, at a moment; `passing` lets it go on. */
export function stopClock(now: string | number = '2026-11-26T10:00:00Z'): void {
  vi.useFakeTimers({
    now: new Date(now),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  onTestFinished(() => void vi.useRealTimers())
}
export const passing = (ms: number) => settled(() => vi.advanceTimersByTimeAsync(ms))

/** What reached the played server. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}
type Answer = object | null | ((asked: Asked) => object | null | Promise<object | null>)

/** A server that answers what it was told to, and refuses everything else. It goes with its test. */
export function playServer() {
  const asked: Asked[] = []
  const answers: { call: Call; answer: Answer; status: number }[] = []
  const { fetch } = globalThis
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
  globalThis.fetch = async (address, { method = 'GET', body } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://played.test')
    const one = { method, path: pathname, query: searchParams, body: body ? JSON.parse(String(body)) : undefined }
    asked.push(one)
    const played = answers.findLast(({ call }) => call.method === method && patternOf(call).test(pathname))
    if (!played) return Response.json({ code: 'NOT_PLAYED' }, { status: 404 })
    const { answer, status } = played
    const reply = typeof answer === 'function' ? await answer(one) : answer
    if (reply instanceof Response) return reply
    return reply === null ? new Response(null, { status: 204 }) : Response.json(reply, { status })
  }
  return {
    asked,
    /** The last that was said of a call counts. */
    answer: (call: Call, answer: Answer, status = 200) => void answers.push({ call, answer, status }),
    refuse: (call: Call, code: string, status = 409, more: object = {}) =>
      void answers.push({ call, answer: { code, ...more }, status }),
    /** Which of these was asked, in order. */
    heard: (call: Call) => asked.filter(({ method, path }) => call.method === method && patternOf(call).test(path)),
  }
}

const patternOf = ({ path }: Call) => new RegExp(`^/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Somebody is signed in here, until the test ends. */
export function signedIn({ signIn, signOut }: Pick<Session, 'signIn' | 'signOut'>): void {
  const dates = btoa(JSON.stringify({ iat: 0, exp: 86_400 }))
  signIn({ accessToken: `a.${dates}.c`, refreshToken: 'refresh', sessionId: 'session-1' })
  onTestFinished(() => signOut())
}

/** The form is submitted, as its button does. */
export const submitted = (it: { form: Pick<Form<never>, 'props'> }): void =>
  it.form.props.onSubmit({ preventDefault: () => {} } as never)
