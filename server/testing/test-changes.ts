import { randomUUID } from 'node:crypto'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Services } from '../services.ts'

/** What this process heard of while something was done, whichever process did it: topics, in their order. */
export async function heardOf({ db, changes }: Pick<Services, 'db' | 'changes'>, action: () => unknown) {
  const heard: string[] = []
  // What is told after it has come arrives after it.
  const end = `end:${randomUUID()}`
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const stop = changes.onChange((topics) => (topics.includes(end) ? resolve() : heard.push(...topics)))
  await action()
  await notifyChanged(db, [end])
  await ended
  stop()
  return heard
}
