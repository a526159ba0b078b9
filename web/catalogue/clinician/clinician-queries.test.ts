import { getClinicianRating } from '@cuida/core/care/rating/rating-api.ts'
import { getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, expect, test } from 'vitest'
import { useClinicianDirectory, useRating, useWeek } from './queries.ts'

beforeEach(() => loadMessages('en', {}))

test('profiles and working hours are fetched per language, ratings once', async () => {
  const server = mockServer()
  server.reply(listClinicians, { items: [], page: 1, pageSize: 8, total: 0 })
  server.reply(getClinicianWeek, { timeZone: 'Europe/Madrid', days: [], offers: [] })
  server.reply(getClinicianRating, { rating: null })
  const screen = await renderHookWithQueries(() => [useClinicianDirectory(2, 8), useWeek('one'), useRating('one')])
  expect(screen.current().map(({ isSuccess }) => isSuccess)).toEqual([true, true, true])
  const [listRequest] = server.requestsTo(listClinicians)
  expect(Object.fromEntries(listRequest?.query ?? [])).toEqual({ page: '2', pageSize: '8' })
  await actAndFlush(() => loadMessages('es', {}))
  const times = [listClinicians, getClinicianWeek, getClinicianRating].map((call) => server.requestsTo(call).length)
  expect(times).toEqual([2, 2, 1])
})
