// The service worker of the patient app. It opens the app without a network: the page that fits every screen, and the
// files of this build. It stores nothing of a person; their last data are kept by the page, encrypted (kept-data.ts).
// It also shows push messages, and opens the app on a tap.

import { NO_PAGES } from '@cuida/core/kit/page-paths.ts'

/** Set by the build (web/vite/worker.ts). */
declare const __BUILD__: string
declare const __FILES__: readonly string[]

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface PushEvent extends ExtendableEvent {
  readonly data: { json(): { title?: string; body?: string; path?: string; tag?: string } } | null
}
interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}
interface WindowClient {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
}
interface Worker {
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void
  skipWaiting(): Promise<void>
  origin: string
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
}
const worker = globalThis as unknown as Worker

/** Named once: the build puts the value at each place. */
const files = __FILES__
const ORIGIN = worker.origin
const BUILDS = 'build-'
const OWN = BUILDS + __BUILD__
/** What is the same for everybody: messages, content and pictures of the clinic. */
const CONTENT = 'content'
const MAX_CONTENT = 150
/** A screen without HTML of its own in the page: the same page fits every screen (server/pages/shell.ts). */
const SHELL = '/consultations'
/** A network that has not answered by then is as good as none. */
const NETWORK_MS = 4_000
const AT_ONCE = 4

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request)
  if (answer) event.respondWith(answer())
})

/** Loads the files of this build. Without all of them the worker is not installed, and the browser tries again later. */
async function install(): Promise<void> {
  const cache = await caches.open(OWN)
  const shell = await fetch(SHELL, { cache: 'no-store' })
  const text = await shell.clone().text()
  // While processes are replaced, another one may answer with its own build.
  if (!shell.ok || !files.some((file) => file.endsWith('.js') && text.includes(`src="${file}"`)))
    throw new Error('the page is of another build')
  const typefaces = [...text.matchAll(/href="(\/assets\/[^"]+\.woff2)"/g)].map(([, file = '']) => file)
  const missing = [...files, ...typefaces]
  const next = async (): Promise<void> => {
    const file = missing.shift()
    if (!file) return
    // Many files stay the same from build to build.
    const known = await caches.match(file)
    await (known ? cache.put(file, known) : cache.add(file))
    return next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  await cache.put(SHELL, shell)
  // An open page of the build before finds its files in its own cache.
  await worker.skipWaiting()
}

/** Keeps the build before, for the pages that are open. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== OWN)
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

function answerOf(request: Request): (() => Promise<Response>) | undefined {
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== ORIGIN) return undefined
  if (request.mode === 'navigate') return NO_PAGES.test(pathname.slice(1)) ? undefined : () => page(request)
  if (pathname.startsWith('/assets/')) return () => file(request)
  if (pathname.startsWith('/uploads/')) return () => picture(request)
  if (isContent(pathname)) return () => content(request)
  return undefined
}

const isContent = (path: string): boolean => /^\/(api|v1\/patient\/locales)\//.test(path)

/** The server's page, or the kept one when there is no network. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_MS))
  const online = await Promise.race([answer, late]).catch(() => undefined)
  if (online) return online
  const kept = await caches.match(SHELL, { cacheName: OWN, ignoreVary: true })
  return kept ?? answer
}

/** Files have the hash of their content in their names. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await keep(OWN, request, answer)
  return answer
}

/** The kept picture at once, and the present one the next time. */
async function picture(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CONTENT, ignoreVary: true })
  const renewed = fetchAndKeep(request)
  if (!kept) return renewed
  renewed.catch(() => {})
  return kept
}

async function content(request: Request): Promise<Response> {
  try {
    return await fetchAndKeep(request)
  } catch (failure) {
    const kept = await caches.match(request, { cacheName: CONTENT, ignoreVary: true })
    if (kept) return kept
    throw failure
  }
}

async function fetchAndKeep(request: Request): Promise<Response> {
  const answer = await fetch(request)
  // A part of a film is not kept.
  if (answer.status === 200) {
    await keep(CONTENT, request, answer)
    await trim()
  }
  return answer
}

/** A full disk is no reason to fail: the answer is there. */
const keep = async (name: string, request: Request, answer: Response): Promise<void> => {
  const copy = answer.clone()
  await caches
    .open(name)
    .then((cache) => cache.put(request, copy))
    .catch(() => {})
}

async function trim(): Promise<void> {
  const cache = await caches.open(CONTENT)
  const known = await cache.keys()
  await Promise.all(known.slice(0, Math.max(0, known.length - MAX_CONTENT)).map((one) => cache.delete(one)))
}

worker.addEventListener('push', (event) => {
  const { title = '', body = '', path, tag = '' } = event.data?.json() ?? {}
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { path } }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path))
})

/** Focuses an existing tab, else opens a new one; only on this origin. */
async function show(path: string | undefined): Promise<unknown> {
  const wanted = new URL(path ?? '/', ORIGIN)
  const url = wanted.origin === ORIGIN ? wanted.href : ORIGIN
  const [tab] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return worker.clients.openWindow(url)
  await tab.focus()
  return tab.navigate(url).catch(() => worker.clients.openWindow(url))
}
