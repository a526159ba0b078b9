import type { Call } from '@cuida/core/kit/call.ts'
import { describe, expect, test } from 'vitest'
import { servedCalls } from '../kit/http/serve.ts'
import { findExport } from '../profile/deletion/export-store.ts'
import { castOf, nameOf } from './test-actors.ts'
import { audienceOf, replyLine, wordsOf } from './test-replies.ts'
import { CLINICAL, CONTACT, SECRETS, type Words } from './test-reply-words.ts'
import { fileWorld } from './test-worlds.ts'

const world = await fileWorld()

const byName = (a: Call, b: Call) => (nameOf(a) < nameOf(b) ? -1 : 1)
const calls = () => [...servedCalls].sort(byName)

/** What changed is shown as a difference of the list; who means it writes it there with `vitest run --update`. */
test('every reply holds what the list says for its readers, and nothing else', async () => {
  await expect(`${calls().map(replyLine).join('\n')}\n`).toMatchFileSnapshot('replies.txt')
})

/** The one reply that is open: rows as they are stored, less what a list in SQL takes away (profile/export-store.ts). */
test('a copy of one’s data holds the columns that the list says, and no new one by itself', async () => {
  const { holder } = await castOf(world)
  const copy = await findExport(world.db, { ids: [holder.patient, holder.dependant], accountId: holder.account })
  const lines = Object.entries(copy).map(([name, rows]) => `${name}: ${columnsOf(rows).join(' ')}`)
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('replies-export.txt')
})

function columnsOf(rows: Record<string, unknown> | null | readonly Record<string, unknown>[]): string[] {
  const all = [rows ?? []].flat()
  return [...new Set(all.flatMap(Object.keys))].sort()
}

describe.each<[string, Words]>([
  ['opens a door', SECRETS],
  ['reaches a person', CONTACT],
  ['is about somebody’s health', CLINICAL],
])('a word that %s', (_, { words, readers }) => {
  test('is told by no call but those that say so', () => {
    const telling = calls().flatMap((call) => {
      const told = words.filter((word) => wordsOf(call).has(word))
      return told.length > 0 ? [`${nameOf(call)} · ${audienceOf(call)}: ${told.join(' ')}`] : []
    })
    expect(telling).toEqual(readers)
  })
})

test('no reply has room for a hash, a password or a number of a card', () => {
  const told = calls().flatMap((call) =>
    [...wordsOf(call)].filter((word) => /hash|password|passphrase|cardnumber|pan$|cvv|cvc/i.test(word)),
  )
  expect([...new Set(told)].sort()).toEqual(['hasPassword', 'maskedCardNumber'])
})
