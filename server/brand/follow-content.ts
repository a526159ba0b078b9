import type { Config } from '@cuida/core/brand/config.ts'
import { type Changes, notifyChanged } from '../kit/db/changes.ts'
import type { Db } from '../kit/db/db.ts'
import type { Log } from '../kit/log/log.ts'

/** Topic: the content service reported a change, and every process fetches. */
export const CMS_CHANGED_TOPIC = 'cms'
/** Topic: a process now serves other content, and open pages refetch. */
export const CONTENT_CHANGED_TOPIC = 'content'

/** Polling interval without a webhook. Jitter keeps many processes from polling at the same moment. */
const LOOK_MS = 20_000
const SPREAD_MS = 8_000

/** Debounce after a requested refresh: an import publishes a hundred entries in a row. */
const REST_MS = 800

export interface ContentPoller {
  /** Refreshes now, as the timer does about every half minute. */
  refresh(): Promise<void>
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

/** Logs for operators whether the content service is reachable and which entries cannot be served. */
export const logContentStatus =
  (log: Log) =>
  ({ isCurrent, problems }: { isCurrent: boolean; problems: readonly string[] }): void => {
    if (isCurrent && problems.length === 0) log.info('the content is up to date')
    else
      log.error(
        isCurrent
          ? 'the content snapshot could not be stored'
          : 'the new content could not be loaded: the last valid content is served',
        { problems },
      )
  }

/**
 * Keeps a process up to date with its content service: it refreshes when the service reports a change, and every half
 * minute. A process that finds a change by polling notifies the others, so that all of them serve the same prices.
 */
export function followContent({ live, services }: Following): ContentPoller {
  const { content, db, changes, log, cache } = services
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  let isAsked = false
  const notifyTopic = (topic: string) =>
    notifyChanged(db, [topic]).catch((error: unknown) =>
      log.error('other processes could not be notified of new content', { error }),
    )

  live.onSwap(async () => {
    services.config = content.config('en')
    cache.clear()
  })
  async function refresh(tellOthers: boolean): Promise<void> {
    const isOther = await live.refresh()
    if (!isOpen) return
    if (isOther && tellOthers) await notifyTopic(CMS_CHANGED_TOPIC)
    if (isOther) await notifyTopic(CONTENT_CHANGED_TOPIC)
    // Pictures are not downloaded during an import, when the content service is busy.
    if (!isAsked) void live.keepPictures()
  }
  let calm: Promise<unknown> = Promise.resolve()
  function lookSoon(): void {
    if (isAsked) return
    isAsked = true
    calm = calm.then(async () => {
      isAsked = false
      if (isOpen) await refresh(false)
      await new Promise<void>((resolve) => setTimeout(resolve, REST_MS).unref())
    })
  }
  function lookLater(): void {
    timer = setTimeout(
      () => void refresh(true).finally(() => isOpen && lookLater()),
      LOOK_MS + Math.random() * SPREAD_MS,
    )
    timer.unref()
  }
  void live.keepPictures()
  lookLater()
  const stop = changes.onChange((topics) => {
    if (topics.includes(CMS_CHANGED_TOPIC)) lookSoon()
  })
  const stopGap = changes.onGap(lookSoon)
  return {
    refresh: () => refresh(true),
    async close() {
      isOpen = false
      clearTimeout(timer)
      stop()
      stopGap()
      await live.close()
    },
  }
}
