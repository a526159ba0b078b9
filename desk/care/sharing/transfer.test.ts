import { expect, test } from 'vitest'
import { colleagueOf } from './TransferConsultation.tsx'

test('a colleague who has left is deselected', () => {
  const items = [{ clinicianId: 'd-1' }, { clinicianId: 'd-2' }]
  expect([colleagueOf(items, 'd-2'), colleagueOf([], 'd-2'), colleagueOf(items)]).toEqual([
    items[1],
    undefined,
    undefined,
  ])
})
