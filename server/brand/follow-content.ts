import type { Config } from '@cuida/core/brand/config.ts'
import { type Changes, notifyChanged } from '../kit/db/changes.ts'
import type { Db } from '../kit/db/db.ts'
import type { Log } from '../kit/log/log.ts'

/** Somebody changed something at the content service: every process looks. */
export const CMS_CHANGED = 'cms'
/** A process serves other content than before: pages ask again. */
export const CONTENT_CHANGED = 'content'

/** Without its webhook a change is seen within this. Spread, so that many processes do not ask at one time. */
const LOOK_MS = 20_000
const SPREAD_MS = 8_000

/** After a look that somebody asked for: an import publishes a hundred entries one after the other. */
const REST_MS = 800

export interface Follower {
  /** Looks now, as it does every half minute. */
  look(): Promise<void>
  close(): Promise<void>
}
interface Following {
  live: {
    refresh(): Promise<boolean>
    keepPictures(): Promise<void>
    close(): Promise<void>
    onSwap(listener: () => Promise<void>): void
  }
  services: {
    content: { config(locale: string): Config }
    config: Config
    db: Db
    changes: Changes
    log: Log
    cache: { clear(): void }
  }
}

/** For who runs the place: what the content service is away with, or what of its content cannot be served. */
export const tellStanding =
  (log: Log) =>
  ({ isCurrent, problems }: { isCurrent: boolean; problems: readonly string[] }): void => {
    if (isCurrent && problems.length === 0) log.info('content is current')
    else log.error(isCurrent ? 'content not kept' : 'content not read: the last good one is served', { problems })
  }

/**
 * Keeps a process with its content service: looks when that says that something changed, and every half minute. Who finds a
 * change by looking tells the others, so that none serves yesterday's price beside today's.
 */
export function followContent({ live, services }: Following): Follower {
  const { content, db, changes, log, cache } = services
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  let isAsked = false
  const tell = (topic: string) =>
    notifyChanged(db, [topic]).catch((error: unknown) => log.error('change of content not told', { error }))

  live.onSwap(async () => {
    services.config = content.config('en')
    cache.clear()
  })
  async function look(tellOthers: boolean): Promise<void> {
    const isOther = await live.refresh()
    if (!isOpen) return
    if (isOther && tellOthers) await tell(CMS_CHANGED)
    if (isOther) await tell(CONTENT_CHANGED)
    // In the middle of an import the service has enough to do.
    if (!isAsked) void live.keepPictures()
  }
  let calm: Promise<unknown> = Promise.resolve()
  function lookSoon(): void {
    if (isAsked) return
    isAsked = true
    calm = calm.then(async () => {
      isAsked = false
      if (isOpen) await look(false)
      await new Promise<void>((resolve) => setTimeout(resolve, REST_MS).unref())
    })
  }
  function lookLater(): void {
    timer = setTimeout(() => void look(true).finally(() => isOpen && lookLater()), LOOK_MS + Math.random() * SPREAD_MS)
    timer.unref()
  }
  void live.keepPictures()
  lookLater()
  const stop = changes.onChange((topics) => {
    if (topics.includes(CMS_CHANGED)) lookSoon()
  })
  const stopGap = changes.onGap(lookSoon)
  return {
    look: () => look(true),
    async close() {
      isOpen = false
      clearTimeout(timer)
      stop()
      stopGap()
      await live.close()
    },
  }
}
