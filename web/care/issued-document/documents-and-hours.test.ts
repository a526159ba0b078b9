import { getDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { getPrescriptionAccess } from '@cuida/core/care/prescription/prescription-api.ts'
import { listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, onTestFinished, test } from 'vitest'
import { platform } from '../../platform/platform.ts'
import { reschedulePath } from '../booked/reschedule-path.ts'
import { useAccess, useDownloadDocument } from '../prescription/prescription-queries.ts'
import { useCliniciansAtSameTime } from '../reassignment/late-queries.ts'

test('other clinicians at the same time are fetched per consultation, every 15 seconds', async () => {
  freezeTime()
  const server = mockServer()
  server.reply(listSameHour, ({ path }) => ({ items: [{ id: path }] }))
  const screen = await renderHookWithQueries(() => [useCliniciansAtSameTime('one'), useCliniciansAtSameTime('two')])
  expect(new Set(screen.current().map(({ data }) => data?.items[0]?.id)).size).toBe(2)
  await advanceTime(15_000)
  expect(server.requestsTo(listSameHour)).toHaveLength(4)
})

test('pharmacy access is fetched by person and prescription, each time anew', async () => {
  const server = mockServer()
  server.reply(getPrescriptionAccess, { unlockCode: '1234' })
  const screen = await renderHookWithQueries(() => useAccess({ id: 'p-1', patient: { id: 'ana' } } as never))
  for (const times of [1, 2]) {
    await screen.act((it) => it.mutate())
    expect([screen.current().data?.unlockCode, server.requests.length]).toEqual(['1234', times])
  }
  expect(server.requests[0]?.path).toMatch(/ana.*p-1/)
})

test('the requested document is saved under its name', async () => {
  const server = mockServer()
  server.reply(getDocument, () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }))
  const savedFiles: [string, string][] = []
  const { files } = platform()
  platform().files = {
    give: async (file, name) => void savedFiles.push([await file.text(), name]),
    forget: async () => {},
  }
  onTestFinished(() => void Object.assign(platform(), { files }))
  const screen = await renderHookWithQueries(useDownloadDocument)
  await screen.act((it) => it.mutateAsync({ id: 'c-1', type: 'attendance', name: 'justificante.pdf' } as never))
  expect(savedFiles).toEqual([['%PDF-', 'justificante.pdf']])
  expect(`${server.requests[0]?.path}?${server.requests[0]?.query}`).toMatch(/c-1.*attendance/)
})

test('another time is searched at the chosen clinician', () =>
  expect(reschedulePath('c-1', 'k 1')).toMatch(/c-1.*\?clinician=k(\+|%20)1$/))
