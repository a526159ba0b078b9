import type { NewEntry } from '@cuida/core/care/record/history.ts'
import { expect, test } from 'vitest'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { checkEntry } from './desk-record-routes.ts'

const since = (onset: string) =>
  ({ kind: 'personal', text: 'Asthma', onset, severity: null, relative: null, status: 'active' }) satisfies NewEntry

test.each([
  ['Europe/Madrid', '2026-11-21T23:30:00Z', '2026-11-22'],
  ['America/Sao_Paulo', '2026-11-22T01:30:00Z', '2026-11-21'],
])('at night in %s an onset of today is valid and one of tomorrow is not', (timeZone, at, today) => {
  const when = { now: new Date(at), timeZone }
  expect(() => checkEntry(since(today), when, false)).not.toThrow()
  const tomorrow = today.replace(/\d$/, (day) => String(Number(day) + 1))
  expect(() => checkEntry(since(tomorrow), when, false)).toThrow(InvalidInput)
})
