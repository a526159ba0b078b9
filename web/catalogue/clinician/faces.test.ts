import { getClinicianRating } from '@cuida/core/care/rating/rating-api.ts'
import { getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/face-api.ts'
import { living, playServer, settled } from '@cuida/ui/client/session/test-living.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { beforeEach, expect, test } from 'vitest'
import { useFaces, useRating, useWeek } from './queries.ts'

beforeEach(() => loadWords('en', {}))

test('faces and weeks are asked for in every language anew, numbers once', async () => {
  const server = playServer()
  server.answer(listClinicians, { items: [], page: 1, pageSize: 8, total: 0 })
  server.answer(getClinicianWeek, { timeZone: 'Europe/Madrid', days: [], offers: [] })
  server.answer(getClinicianRating, { rating: null })
  const screen = await living(() => [useFaces(2, 8), useWeek('one'), useRating('one')])
  expect(screen.now().map(({ isSuccess }) => isSuccess)).toEqual([true, true, true])
  const [asked] = server.heard(listClinicians)
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ page: '2', pageSize: '8' })
  await settled(() => loadWords('es', {}))
  const times = [listClinicians, getClinicianWeek, getClinicianRating].map((call) => server.heard(call).length)
  expect(times).toEqual([2, 2, 1])
})
