import { expect, test } from 'vitest'
import { findColleague } from './TransferConsultation.tsx'

test('a colleague who has left is deselected', () => {
  const items = [{ clinicianId: 'd-1' }, { clinicianId: 'd-2' }]
  expect([findColleague(items, 'd-2'), findColleague([], 'd-2'), findColleague(items)]).toEqual([
    items[1],
    undefined,
    undefined,
  ])
})
