import type { Source } from '../api/source.ts'
import { ContentUnavailableError } from '../problems.ts'
import { fetchPicture, type RemoteFile } from '../remote/fetch-picture.ts'
import type { PictureStore } from '../remote/picture-store.ts'
import { remoteFetch } from '../remote/remote-fetch.ts'
import { type Cms, createCmsClient } from './cms-client.ts'
import { type CmsSnapshot, InvalidCmsContent, readCmsContent } from './read-cms.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** The status of the served content. */
export interface ContentStatus {
  /** Whether the content service had this content at the last refresh. */
  isCurrent: boolean
  /** Why not, for operators: the entries, languages and fields, or that the service is unreachable. */
  problems: readonly string[]
}

export interface LiveContent {
  source(): Source
  /** Resolves our path of a file on another host than the content service's. */
  fileAt(path: string): RemoteFile | undefined
  status(): ContentStatus
  /**
   * Reads all content again. Returns true when other content is served now. A call during a refresh causes another
   * one afterwards.
   */
  refresh(): Promise<boolean>
  /**
   * Downloads the pictures that the content references, sequentially and each once per content version, then deletes
   * unreferenced ones.
   */
  keepPictures(): Promise<void>
  /** Stops the downloads; nothing is written afterwards. */
  close(): Promise<void>
  /** Stored pictures. */
  pictures: PictureStore
  /** Called after other content replaced it, before `refresh` resolves. */
  onSwap(listener: () => void | Promise<void>): void
}

interface Options {
  cms: Cms
  keeper: SnapshotStore
  pictures: PictureStore
  /** Called when the status changes. */
  onStatusChange: (status: ContentStatus) => void
}

/**
 * The content of a remote service, read whole and served from here: a reader's request never causes one to the
 * service. Invalid content never replaces the served content.
 */
export async function liveContent({ cms, keeper, pictures, onStatusChange }: Options): Promise<LiveContent> {
  const client = createCmsClient(cms)
  const listeners: (() => void | Promise<void>)[] = []
  let snapshot: CmsSnapshot | undefined
  /** Paths that are stored already, or that are no pictures. */
  let storedPaths = new Set<string>()
  let status: ContentStatus = { isCurrent: false, problems: [] }

  function stand(next: ContentStatus): void {
    const isChanged = next.isCurrent !== status.isCurrent || next.problems.join() !== status.problems.join()
    status = next
    if (isChanged) onStatusChange(next)
  }
  async function serve(next: CmsSnapshot): Promise<void> {
    snapshot = next
    storedPaths = new Set()
    for (const listener of listeners) await listener()
  }
  async function read(): Promise<boolean> {
    try {
      const next = await readCmsContent(client, cms.url)
      refuseOtherKind(snapshot, next)
      const problems = unnamedPlaces(next, cms.filesFrom)
      stand({ isCurrent: true, problems })
      if (snapshot && JSON.stringify(next) === JSON.stringify(snapshot)) return false
      await serve(next)
      // A full disk must not keep the old content in service.
      await keeper
        .write(next)
        .catch(() => stand({ isCurrent: true, problems: [...problems, 'the last good content cannot be kept'] }))
      return true
    } catch (error) {
      stand({ isCurrent: false, problems: problemsOf(error) })
      return false
    }
  }

  const remote = cms.remote ?? remoteFetch()
  function fileAt(path: string): RemoteFile | undefined {
    const address = snapshot && Object.hasOwn(snapshot.files, path) ? snapshot.files[path] : undefined
    return address && isNamed(address, cms.filesFrom) ? { address, by: remote } : undefined
  }

  const over = new AbortController()
  let keeping: Promise<void> | undefined
  async function keepPictures(): Promise<void> {
    if (keeping || over.signal.aborted || !status.isCurrent) return
    keeping = keepMissing()
    await keeping
    keeping = undefined
  }
  /** A failed download is retried after the next refresh; until then pages show no picture. */
  async function keepMissing(): Promise<void> {
    const done = storedPaths
    for (const path of picturesIn(snapshot)) {
      if (over.signal.aborted) return
      if (done.has(path)) continue
      const isKept = await keepPicture(path).then(
        () => true,
        () => false,
      )
      if (isKept) done.add(path)
    }
    if (done === storedPaths && status.isCurrent) await pictures.forget(picturesIn(snapshot)).catch(() => {})
  }
  async function keepPicture(path: string): Promise<void> {
    const picture = await fetchPicture(cms.url, path, { remote: fileAt(path), over: over.signal })
    if (picture) await pictures.keep(path, picture)
  }

  const refresh = oneAtATime(read)
  await refresh()
  if (!snapshot) {
    const before = await keeper.read()
    if (!before) throw new ContentUnavailableError(`content service: ${status.problems.join('\n')}`)
    await serve(before)
  }
  return {
    source: () => snapshot as CmsSnapshot,
    fileAt,
    status: () => status,
    refresh,
    pictures,
    keepPictures,
    async close() {
      over.abort()
      await keeping
    },
    onSwap: (listener) => listeners.push(listener),
  }
}

/** Currency and payment provider are fixed at start with their accounts: running bookings depend on them. */
const OF_THE_START = ['currency', 'paymentProvider'] as const

function refuseOtherKind(now: CmsSnapshot | undefined, next: CmsSnapshot): void {
  const settings = (of: CmsSnapshot | undefined) => Object.values(of?.config ?? {})[0]
  const changed = OF_THE_START.filter((name) => now && settings(now)?.[name] !== settings(next)?.[name])
  if (changed.length > 0)
    throw new InvalidCmsContent(changed.map((name) => `backend-config: ${name} needs a new start of everything`))
}

const PICTURE = /"(\/uploads\/[^"]+\.(?:svg|png|jpe?g|webp|avif|gif|ico|vtt))"/g

/** Only referenced pictures are stored: otherwise requests for arbitrary paths could fill the disk. */
const picturesIn = (snapshot: CmsSnapshot | undefined): Set<string> =>
  new Set([...JSON.stringify(snapshot ?? {}).matchAll(PICTURE)].map(([_whole, path = '']) => path))

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof InvalidCmsContent) return error.problems
  return [error instanceof Error ? error.message : String(error)]
}

/** A caller during a run gets the next run, because the current one may have read before the caller's change. */
function oneAtATime(work: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  return function start(): Promise<boolean> {
    if (!running) {
      running = work().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running.then(() => {
      next = undefined
      return start()
    })
    return next
  }
}

const originOf = (address: string): string => new URL(address).origin

/** Whether a file is on an origin that the operator allowed. */
const isNamed = (address: string, filesFrom: readonly string[] = []): boolean => filesFrom.includes(originOf(address))

/** A line for each origin in the content that the settings do not allow: its files are not shown. */
function unnamedPlaces({ files }: CmsSnapshot, filesFrom: readonly string[] = []): string[] {
  const origins = new Set(Object.values(files).map(originOf))
  return [...origins]
    .filter((origin) => !filesFrom.includes(origin))
    .map((origin) => `files at ${origin} are not shown: CONTENT_FILES_FROM does not name it`)
}
