import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { expect, test } from 'vitest'
import { patient, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { useReportTimeZone } from './SessionWatch.tsx'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

function Reporter() {
  useReportTimeZone()
  return null
}

test.each([
  ['an account without a zone is told this device’s', null, [{ timeZone: here }]],
  ['an account that was last seen in another zone, too', 'America/Rio_Branco', [{ timeZone: here }]],
  ['an account that has this zone is left alone', here, []],
])('%s', async (_, timeZone, bodies) => {
  const server = patient({ timeZone })
  server.reply(updateMe, {})
  await renderPatientScreen(<Reporter />)
  expect(server.requestsTo(updateMe).map(({ body }) => body)).toEqual(bodies)
})
