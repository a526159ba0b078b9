import { randomUUID } from 'node:crypto'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Services } from '../services.ts'

/** The topics that this process is notified of while an action runs, in order, whichever process caused them. */
export async function recordChanges({ db, changes }: Pick<Services, 'db' | 'changes'>, action: () => unknown) {
  const collectedTopics: string[] = []
  // Notifications arrive in order, so this end marker comes after all of them.
  const end = `end:${randomUUID()}`
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const stop = changes.onChange((topics) => (topics.includes(end) ? resolve() : collectedTopics.push(...topics)))
  await action()
  await notifyChanged(db, [end])
  await ended
  stop()
  return collectedTopics
}
