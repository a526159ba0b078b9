import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { expect, test } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { useReportTimeZone } from './SessionWatch.tsx'

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

function Reporter() {
  useReportTimeZone()
  return null
}

test.each([
  ["an account without a time zone gets the device's", null, [{ timeZone: deviceZone }]],
  ["an account with another time zone gets the device's", 'America/Rio_Branco', [{ timeZone: deviceZone }]],
  ['an account with the same time zone is not updated', deviceZone, []],
])('%s', async (_, timeZone, bodies) => {
  const server = mockPatientServer({ timeZone })
  server.reply(updateMe, {})
  await renderPatientScreen(<Reporter />)
  expect(server.requestsTo(updateMe).map(({ body }) => body)).toEqual(bodies)
})
